import { stripAnsi } from '../terminal/ansi.js';

/** The stars in the place of a secret. */
export const MASK = '***';

/** More stars belong to a heading of a tool. */
const stars = /(?<!\*)\*{3}(?!\*)/g;
/** `*** so ***` is how tools draw attention. */
const banner = /^\s*\*{3}\s/;

/** Where secrets may have stood in a line of which nothing is known: every `***` that does not look like decoration of a tool. */
export const guessedColumns = (line: string): number[] =>
  line.includes(MASK) && !banner.test(stripAnsi(line)) ? [...line.matchAll(stars)].map(({ index }) => index) : [];
