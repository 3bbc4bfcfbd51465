/** Place of a character in a text as people count: both from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** @param at index of the character */
export function textPlace(text: string, at: number): TextPlace {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
