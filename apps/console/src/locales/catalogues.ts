import { LANGUAGES } from '@switchyard/contracts';
import { readSetting } from '../lib/local-setting.js';
import type english from './en.json';
import { chooseLanguage } from './languages.js';

export type Catalogue = typeof english;
type Loaders = ReadonlyMap<string, () => Promise<{ default: Catalogue }>>;

const byCode = (files: Record<string, () => Promise<{ default: Catalogue }>>): Loaders =>
  new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json.*$/g, ''), load]));

/** Each catalogue is in two parts: what the first page needs, and all others. */
const loaders = {
  first: byCode(import.meta.glob<{ default: Catalogue }>(['./*.json', '!./same-as-english.json'], { query: '?first' })),
  rest: byCode(import.meta.glob<{ default: Catalogue }>(['./*.json', '!./same-as-english.json'], { query: '?rest' })),
};

export type CataloguePart = keyof typeof loaders;

/** Saved by hand alone: the English texts, stretched, to try the layout with. */
export const PSEUDO = 'pseudo';

/** Languages that have a catalogue. */
export const availableLanguages = LANGUAGES.filter((code) => loaders.first.has(code));

export const savedLanguage = (): string | null => readSetting('language');

/** The language that this browser shows. */
export const wantedLanguage = (): string =>
  chooseLanguage(savedLanguage(), navigator.languages, [...availableLanguages, PSEUDO]);

/** Fetches a part of a catalogue, once. */
export const catalogueOf = async (code: string, part: CataloguePart): Promise<Catalogue | undefined> =>
  (await loaders[part].get(code === PSEUDO ? 'en' : code)?.())?.default;
