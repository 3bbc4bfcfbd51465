import { languageOf, languageTag } from '@switchyard/contracts';

/** BCP 47 tag of a catalogue, for `Intl` and the attribute `lang`. */
export const localeOf = (code: string): string => languageTag(languageOf(code) ?? 'en');

/** Separator of two facts that follow each other. @param locale BCP 47 tag */
export const commaOf = (locale: string): string =>
  locale.startsWith('zh') ? '，' : locale.startsWith('ja') ? '、' : ', ';
