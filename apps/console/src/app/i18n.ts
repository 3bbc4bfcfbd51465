import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readSetting, writeSetting } from '../lib/local-setting.js';
import { toLanguageTag } from '../lib/language-tag.js';
import english from '../locales/en.json';
import { chooseLanguage } from '../locales/languages.js';

const loaders = import.meta.glob<{ default: typeof english }>(['../locales/*.json', '!../locales/en.json']);

const codeOf = (path: string): string => path.replace(/^.*\/|\.json$/g, '');

/** Languages that have a catalogue. */
export const availableLanguages: readonly string[] = ['en', ...Object.keys(loaders).map(codeOf)].sort();

/** The language that "System" stands for on this machine. */
export const systemLanguage = (): string => chooseLanguage(null, navigator.languages, availableLanguages);

export const savedLanguage = (): string | null => readSetting('language');

/** Saves the choice (`null` = System) and reloads the page. */
export function saveLanguage(code: string | null): void {
  writeSetting('language', code);
  window.location.reload();
}

async function catalogue(code: string): Promise<typeof english | null> {
  const load = Object.entries(loaders).find(([path]) => codeOf(path) === code)?.[1];
  return load === undefined ? null : (await load()).default;
}

/** Shows the language that the user saved elsewhere, if there is a catalogue of it, and remembers it in this browser. */
export async function takeLanguage(code: string): Promise<void> {
  if (code === i18next.language || !availableLanguages.includes(code)) {
    return;
  }
  const translated = await catalogue(code);
  if (translated !== null) {
    i18next.addResourceBundle(code, 'translation', translated);
  }
  writeSetting('language', code);
  await i18next.changeLanguage(code);
  document.documentElement.lang = toLanguageTag(code);
}

/** English is always loaded as the fallback; another language is fetched before the first render. */
export async function startI18n(): Promise<void> {
  const code = chooseLanguage(savedLanguage(), navigator.languages, availableLanguages);
  const translated = await catalogue(code);
  await i18next.use(initReactI18next).init({
    lng: code,
    fallbackLng: 'en',
    resources: { en: { translation: english }, ...(translated && { [code]: { translation: translated } }) },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = toLanguageTag(code);
}
