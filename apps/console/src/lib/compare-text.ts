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

/** The rows in the order of their names; the server sorts them as in English. */
export const byName = <Row extends { name: string }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => compareText(one.name, other.name));
