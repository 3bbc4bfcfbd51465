import { languageOf, LANGUAGES } from '@switchyard/contracts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readSetting, writeSetting } from '../lib/local-setting.js';
import { localeOf } from '../lib/locale-of.js';
import english from '../locales/en.json';
import { chooseLanguage } from '../locales/languages.js';
import { loadAntdLocale } from '../theme/antd-locales.js';

type Catalogue = typeof english;

const files = import.meta.glob<{ default: Catalogue }>(['../locales/*.json', '!../locales/en.json']);
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load]));

/** Saved by hand alone: the English texts, stretched, to try the layout with. */
const PSEUDO = 'pseudo';

/** Languages that have a catalogue. */
export const availableLanguages = LANGUAGES.filter((code) => code === 'en' || loaders.has(code));

/** The language that "System" stands for on this machine. */
export const systemLanguage = () => languageOf(chooseLanguage(null, navigator.languages, availableLanguages)) ?? 'en';

export const savedLanguage = (): string | null => readSetting('language');

/** Saves the choice (`null` = System) and reloads the page. */
export function saveLanguage(code: string | null): void {
  writeSetting('language', code);
  window.location.reload();
}

async function catalogueOf(code: string): Promise<Catalogue | undefined> {
  return code === PSEUDO
    ? (await import('../locales/pseudo.js')).pseudoCatalogue(english)
    : (await loaders.get(code)?.())?.default;
}

/** Fetches all texts of a language. English is always there, as the fallback of the others. */
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

/** Another language than English is fetched before the first render; when that fails, the page is English. */
export async function startI18n(): Promise<void> {
  const wanted = chooseLanguage(savedLanguage(), navigator.languages, [...availableLanguages, PSEUDO]);
  const translated = await load(wanted).catch(() => undefined);
  const code = translated === undefined ? 'en' : wanted;
  await i18next.use(initReactI18next).init({
    lng: code,
    fallbackLng: 'en',
    resources: { en: { translation: english }, ...(translated && { [code]: { translation: translated } }) },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = localeOf(code);
}
