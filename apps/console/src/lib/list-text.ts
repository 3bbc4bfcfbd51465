import i18next from 'i18next';
import { localeOf } from './locale-of.js';

const formats = new Map<string, Intl.ListFormat>();

/** The items as one text, with the commas and the "and" of the language on screen. */
export function listText(items: readonly string[]): string {
  const language = i18next.language ?? 'en';
  const format = formats.get(language) ?? new Intl.ListFormat(localeOf(language), { type: 'conjunction' });
  formats.set(language, format);
  return format.format(items);
}
