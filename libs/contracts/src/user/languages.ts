/** Languages with a catalogue of texts, by the code that menus, file names and settings use. */
export const LANGUAGES = [
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'pt_br',
  'ru',
  'uk',
  'zh_cn',
  'zh_tw',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages that the same word in other regions or scripts does not mean. */
const TAGS: Partial<Record<Language, string>> = { pt_br: 'pt-BR', zh_cn: 'zh-Hans-CN', zh_tw: 'zh-Hant-TW' };

/** BCP 47 tag of a language, for `Intl`, the attribute `lang` and the choice of a font. */
export const languageTag = (language: Language): string => TAGS[language] ?? language;

/**
 * The language that a BCP 47 tag asks for; null = there is no catalogue of it. Region and script count where a language
 * has two catalogues: traditional characters for Taiwan, Hong Kong and Macao, Brazil's own Portuguese.
 */
export function languageOf(tag: string): Language | null {
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/);
  if (language === 'zh') {
    return isTraditional(rest) ? 'zh_tw' : 'zh_cn';
  }
  if (language === 'pt') {
    return rest.includes('br') ? 'pt_br' : 'pt';
  }
  return LANGUAGES.find((each) => each === language) ?? null;
}

/** A script that is named outweighs the region. */
const isTraditional = (parts: readonly string[]): boolean =>
  parts.includes('hant') || (!parts.includes('hans') && parts.some((part) => ['tw', 'hk', 'mo'].includes(part)));
