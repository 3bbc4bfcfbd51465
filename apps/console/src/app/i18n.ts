import { languageOf } from '@switchyard/contracts';
import type { ConsoleTexts } from '@switchyard/texts';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setTextsLoader } from '../lib/all-texts.js';
import { countFormatter } from '../lib/count-text.js';
import { writeSetting } from '../lib/local-setting.js';
import { localeOf } from '../lib/locale-of.js';
import { availableLanguages, catalogueOf, type CataloguePart, PSEUDO, wantedLanguage } from '../locales/catalogues.js';
import { chooseLanguage } from '../locales/languages.js';
import { loadAntdLocale } from '../theme/antd-locales.js';

/** The language that "System" stands for on this machine. */
export const systemLanguage = () => languageOf(chooseLanguage(null, navigator.languages, availableLanguages)) ?? 'en';

/** Saves the choice (`null` = System) and reloads the page. */
export function saveLanguage(code: string | null): void {
  writeSetting('language', code);
  window.location.reload();
}

async function partOf(code: string, part: CataloguePart): Promise<ConsoleTexts | undefined> {
  const texts = await catalogueOf(code, part);
  return texts !== undefined && code === PSEUDO ? (await import('../locales/pseudo.js')).pseudoCatalogue(texts) : texts;
}

/** Fetches the first texts of a language. Every catalogue is complete, so no other is fetched beside it. */
async function load(code: string): Promise<ConsoleTexts | undefined> {
  const [texts] = await Promise.all([partOf(code, 'first'), loadAntdLocale(code)]);
  return texts;
}

/** Languages whose other texts are fetched, or were. */
const rests = new Map<string, Promise<void>>();
let ready: () => void = () => undefined;
const started = new Promise<void>((resolve) => (ready = resolve));

/** Fetches the other texts of a language, once. */
function loadRest(code: string): Promise<void> {
  const known = rests.get(code);
  if (known !== undefined) {
    return known;
  }
  const loading = addRest(code);
  rests.set(code, loading);
  loading.catch(() => rests.delete(code));
  return loading;
}

async function addRest(code: string): Promise<void> {
  const [texts] = await Promise.all([partOf(code, 'rest'), started]);
  i18next.addResourceBundle(code, 'translation', texts, true);
}

/** The language may be another one than was wanted: one that could be fetched, or the one that the user saved elsewhere. */
setTextsLoader(async () => {
  await loadRest(i18next.isInitialized ? i18next.language : wantedLanguage()).catch((error: unknown) => {
    if (i18next.isInitialized) {
      throw error;
    }
  });
  await started;
  await loadRest(i18next.language);
});

/** Shows the language that the user saved elsewhere, if there is a catalogue of it, and remembers it in this browser. */
export async function takeLanguage(tag: string): Promise<void> {
  const code = languageOf(tag);
  if (code === null || code === i18next.language || !availableLanguages.includes(code)) {
    return;
  }
  const [translated] = await Promise.all([load(code), rests.size > 0 && loadRest(code)]);
  if (translated !== undefined) {
    i18next.addResourceBundle(code, 'translation', translated, true);
  }
  writeSetting('language', code);
  await i18next.changeLanguage(code);
  document.documentElement.lang = localeOf(code);
}

/**
 * Fetches the first texts before the first render; when they can't be fetched, the page is English.
 * @throws Error when the English ones can't be fetched either.
 */
export async function startI18n(): Promise<void> {
  const wanted = wantedLanguage();
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
  ready();
  document.documentElement.lang = localeOf(code);
}
