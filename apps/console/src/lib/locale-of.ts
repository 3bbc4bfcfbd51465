import { languageOf, languageTag } from '@switchyard/contracts';

/** BCP 47 tag of a catalogue, for `Intl` and the attribute `lang`. */
export const localeOf = (code: string): string => languageTag(languageOf(code) ?? 'en');
