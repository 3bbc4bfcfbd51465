import { languageOf, LANGUAGES } from '@switchyard/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { countFormatter } from '../lib/count-text.js';
import { readSetting, writeSetting } from '../lib/local-setting.js';
import { localeOf } from '../lib/locale-of.js';
import type english from '../locales/en.json';
import { chooseLanguage } from '../locales/languages.js';
import { loadAntdLocale } from '../theme/antd-locales.js';

type Catalogue = typeof english;

const files = import.meta.glob<{ default: Catalogue }>(['../locales/*.json', '!../locales/same-as-english.json']);
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]));

/** Saved by hand alone: the English texts, stretched, to try the layout with. */
const PSEUDO = 'pseudo';

/** Languages that have a catalogue. */
export const availableLanguages = LANGUAGES.filter((code) => loaders.has(code));

/** The language that "System" stands for on this machine. */
export const systemLanguage = () => languageOf(chooseLanguage(null, navigator.languages, availableLanguages)) ?? 'en';

export const savedLanguage = (): string | null => readSetting('language');

/** Saves the choice (`null` = System) and reloads the page. */
export function saveLanguage(code: string | null): void {
  writeSetting('language', code);
  window.location.reload();
}

async function catalogueOf(code: string): Promise<Catalogue | undefined> {
  const texts = (await loaders.get(code === PSEUDO ? 'en' : code)?.())?.default;
  return texts !== undefined && code === PSEUDO ? (await import('../locales/pseudo.js')).pseudoCatalogue(texts) : texts;
}

/** Fetches all texts of a language. Every catalogue is complete, so no other is fetched beside it. */
async function load(code: string): Promise<Catalogue | undefined> {
  const [catalogue] = await Promise.all([catalogueOf(code), loadAntdLocale(code)]);
  return catalogue;
}

/** Shows the language that the user saved elsewhere, if there is a catalogue of it, and remembers it in this browser. */
export async function takeLanguage(tag: string): Promise<void> {
  const code = languageOf(tag);
  if (code === null || code === i18next.language || !availableLanguages.includes(code)) {
    return;
  }
  const translated = await load(code);
  if (translated !== undefined) {
    i18next.addResourceBundle(code, 'translation', translated);
  }
  writeSetting('language', code);
  await i18next.changeLanguage(code);
  document.documentElement.lang = localeOf(code);
}

/**
 * Fetches the catalogue before the first render; when one can't be fetched, the page is English.
 * @throws Error when the English one can't be fetched either.
 */
export async function startI18n(): Promise<void> {
  const wanted = chooseLanguage(savedLanguage(), navigator.languages, [...availableLanguages, PSEUDO]);
  const translated = await load(wanted).catch(() => undefined);
  const code = translated === undefined ? 'en' : wanted;
  await i18next
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      lng: code,
      fallbackLng: false,
      resources: { [code]: { translation: translated ?? (await load('en')) ?? {} } },
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
  document.documentElement.lang = localeOf(code);
}
