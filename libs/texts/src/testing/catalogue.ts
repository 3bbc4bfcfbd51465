import { type Language, languageTag } from '@switchyard/contracts';

/** The texts of one language by their keys: `task.title`. */
export type Texts = ReadonlyMap<string, string>;

export interface Catalogue {
  language: Language;
  texts: Texts;
}

interface Entries {
  readonly [key: string]: string | Entries;
}

/** `{ a: { b: 'x' } }` → `a.b`, `x`. */
export function textsOf(catalogue: object): Map<string, string> {
  const texts = (entries: Entries, prefix: string): [string, string][] =>
    Object.entries(entries).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : texts(value, `${prefix}${name}.`),
    );
  return new Map(texts(catalogue as Entries, ''));
}

const FORM = /_(?:one|few|many|other)$/;

/** The part of a key before its plural form. */
export const withoutForm = (key: string): string => key.replace(FORM, '');

/** Keys that stand for a number of things: those that have both forms of English. */
export const isCounted = (key: string, english: Texts): boolean =>
  FORM.test(key) && english.has(`${withoutForm(key)}_one`) && english.has(`${withoutForm(key)}_other`);

/** The keys that a language needs: those of English, with plural forms of its own. */
export function keysFor(language: Language, english: Texts): Set<string> {
  const forms = new Intl.PluralRules(languageTag(language)).resolvedOptions().pluralCategories;
  return new Set(
    [...english.keys()].flatMap((key) =>
      isCounted(key, english) ? forms.map((form) => `${withoutForm(key)}_${form}`) : [key],
    ),
  );
}

/** The English text that a text translates. */
export const sourceOf = (key: string, english: Texts): string =>
  english.get(key) ?? english.get(`${withoutForm(key)}_other`) ?? '';
