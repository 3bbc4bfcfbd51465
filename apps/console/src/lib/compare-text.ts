import i18next from 'i18next';
import { localeOf } from './locale-of.js';

const collators = new Map<string, Intl.Collator>();

/** The order of names as readers of the language on screen expect it; figures in them count as numbers. */
export function compareText(one: string, other: string): number {
  const language = i18next.language ?? 'en';
  const collator = collators.get(language) ?? new Intl.Collator(localeOf(language), { numeric: true });
  collators.set(language, collator);
  return collator.compare(one, other);
}
