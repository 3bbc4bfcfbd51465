type Entries = { readonly [key: string]: string | Entries };

const ACCENTS = new Map(
  Object.entries({
    a: 'á',
    c: 'ç',
    e: 'é',
    g: 'ğ',
    i: 'í',
    n: 'ñ',
    o: 'ö',
    s: 'š',
    u: 'ü',
    y: 'ý',
    A: 'Á',
    C: 'Ç',
    E: 'É',
    G: 'Ğ',
    I: 'Í',
    N: 'Ñ',
    O: 'Ö',
    S: 'Š',
    U: 'Ü',
    Y: 'Ý',
  }),
);

/** Share by which a text grows: what a translation into German or French takes at most. */
const STRETCH = 0.4;

/** A word with accents, 40 % longer. */
const stretched = (word: string): string =>
  `${word.replace(/./g, (letter) => ACCENTS.get(letter) ?? letter)}${'~'.repeat(Math.round(word.length * STRETCH))}`;

/** A text as the longest language would have it: its words are stretched, and brackets show where it is cut off. */
export function pseudoText(text: string): string {
  const words = text.replace(/\{\{.*?\}\}|<[^>]*>|[A-Za-z]+/g, (found) =>
    /^[A-Za-z]/.test(found) ? stretched(found) : found,
  );
  return `[${words}]`;
}

/** The English catalogue for tests of the layout: what is shown without brackets does not come from the catalogue. */
export function pseudoCatalogue<T extends object>(english: T): T {
  const made = Object.entries(english as Entries).map(([key, value]) => [
    key,
    typeof value === 'string' ? pseudoText(value) : pseudoCatalogue(value),
  ]);
  return Object.fromEntries(made) as T;
}
