import { LANGUAGES } from '@switchyard/contracts';
import type { ConsoleTexts } from '@switchyard/texts';
import { readSetting } from '../lib/local-setting.js';
import { chooseLanguage } from './languages.js';

interface CatalogueModule {
  default: ConsoleTexts;
}
type Loaders = Readonly<Record<string, () => Promise<CatalogueModule>>>;

const byCode = (files: Loaders) =>
  new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json.*$/g, ''), load]));

/** The build divides each catalogue: what the first page needs, and all others (`split-texts.ts`). */
const loaders = {
  first: byCode(import.meta.glob<CatalogueModule>('../../../../libs/texts/src/console/*.json', { query: '?first' })),
  rest: byCode(import.meta.glob<CatalogueModule>('../../../../libs/texts/src/console/*.json', { query: '?rest' })),
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
export const catalogueOf = async (code: string, part: CataloguePart): Promise<ConsoleTexts | undefined> =>
  (await loaders[part].get(code === PSEUDO ? 'en' : code)?.())?.default;
