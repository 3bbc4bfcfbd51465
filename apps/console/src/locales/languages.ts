/** The fifteen languages, each by its own name. */
export const languageNames: Readonly<Record<string, string>> = {
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

/**
 * The catalogue to use (spec section 1): the saved language first, then the browser's, then English. A browser tag is
 * matched whole (`pt-BR` → `pt_br`) before its language alone (`de-AT` → `de`).
 */
export function chooseLanguage(saved: string | null, browser: readonly string[], available: readonly string[]): string {
  const tags = browser.map((tag) => tag.toLowerCase().replace('-', '_'));
  const wanted = [saved ?? '', ...tags.flatMap((tag) => [tag, tag.split('_')[0] ?? tag])];
  return wanted.find((code) => available.includes(code)) ?? 'en';
}
