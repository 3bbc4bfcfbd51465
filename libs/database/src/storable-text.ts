/** Stands for what cannot be stored. */
const REPLACEMENT = '\ufffd';
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The text with NUL and halves of surrogate pairs replaced: what a column of PostgreSQL can hold, and JSON in one. */
export const storableText = (text: string): string => text.replace(UNSTORABLE, REPLACEMENT);
