import { type Language, languageOf } from '@switchyard/contracts';

/** The fifteen languages, each by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  pt_br: 'Português (Brasil)',
  ru: 'Русский',
  uk: 'Українська',
  zh_cn: '简体中文',
  zh_tw: '繁體中文',
};

/** The catalogue to use (spec section 1): the saved language first, then the browser's, then English. */
export function chooseLanguage(saved: string | null, browser: readonly string[], available: readonly string[]): string {
  const wanted = [saved, ...browser.map(languageOf)];
  return wanted.find((code) => code !== null && available.includes(code)) ?? 'en';
}
