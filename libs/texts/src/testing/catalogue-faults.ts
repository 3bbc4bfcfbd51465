import { type Catalogue, isCounted, keysFor, sourceOf, type Texts, withoutForm } from './catalogue.js';

const PLACE = /\{\{.*?\}\}/g;
const MARKUP = /<[^<>]*>|[{}<>]/g;

/** Texts that a language lacks; English is shown in their place. */
export const missingTexts = ({ language, texts }: Catalogue, english: Texts): string[] =>
  [...keysFor(language, english)].filter((key) => !texts.get(key)?.trim()).map((key) => `${language} ${key}`);

/** Texts that nothing shows: English has none of that name, or the language has no such plural form. */
export function unusedTexts({ language, texts }: Catalogue, english: Texts): string[] {
  const needed = keysFor(language, english);
  return [...texts.keys()].filter((key) => !needed.has(key)).map((key) => `${language} ${key}`);
}

/** Texts with other places for values, or other markup, than the English one. A plural form may spell its number out. */
export function placeFaults({ language, texts }: Catalogue, english: Texts): string[] {
  const placesOf = (key: string, text: string): string =>
    [...new Set(text.match(PLACE))]
      .filter((place) => place !== '{{count}}' || !isCounted(sourceKey(key, english), english))
      .concat(text.replace(PLACE, '').match(MARKUP) ?? [])
      .sort()
      .join(' ');
  return [...texts]
    .filter(([key, text]) => placesOf(key, text) !== placesOf(key, sourceOf(key, english)))
    .map(([key, text]) => `${language} ${key}: ${text}`);
}

const sourceKey = (key: string, english: Texts): string => (english.has(key) ? key : `${withoutForm(key)}_other`);

/** Texts with words that are the English ones, but for those that are rightly the same. */
export const copiedTexts = ({ language, texts }: Catalogue, english: Texts, same: ReadonlySet<string>): string[] =>
  [...texts]
    .filter(([key, text]) => english.get(key) === text && hasWords(text) && !same.has(text))
    .map(([key, text]) => `${language} ${key}: ${text}`);

const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text.replace(PLACE, ''));

/** How a language words the terms of the product. */
export type Glossary = Readonly<Record<string, { use: string | string[]; never?: string[]; note?: string }>>;

/** Texts with a word that the glossary rules out, in whatever case. */
export function glossaryFaults({ language, texts }: Catalogue, glossary: Glossary): string[] {
  const ruledOut = Object.values(glossary).flatMap(({ never = [] }) => never.map((word) => word.toLowerCase()));
  return [...texts].flatMap(([key, text]) => {
    const words = text.replace(PLACE, '').toLowerCase();
    return ruledOut.filter((word) => words.includes(word)).map((word) => `${language} ${key}: ${word}`);
  });
}

/** Characters for which every button, tab and head of a column has room. */
const ROOM = 20;
const GROWTH = 1.6;

/** Texts that are too long for where they stand: over 60 % longer than the English one, and than what always has room. */
export const longTexts = ({ language, texts }: Catalogue, english: Texts, narrow: (key: string) => boolean): string[] =>
  [...texts]
    .filter(([key, text]) => narrow(key) && text.length > Math.max(ROOM, GROWTH * sourceOf(key, english).length))
    .map(([key, text]) => `${language} ${key}: ${text}`);
