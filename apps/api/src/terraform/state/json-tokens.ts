import { isWord } from './json-bytes.js';

/** The text is no JSON. */
export class JsonScanError extends Error {
  override readonly name = 'JsonScanError';
}

/** Most bytes of a number, and of a string that is read. */
export const MAX_TOKEN = 1_024;

/** Kinds of tokens by their first byte, outside of strings; a literal or a number is a word, and so is whatever else is no JSON. */
export const WORD = 0;
export const SPACE = 1;
export const STRING = 2;
export const COMMA = 3;
export const COLON = 4;
export const OPEN_OBJECT = 5;
export const CLOSE_OBJECT = 6;
export const OPEN_LIST = 7;
export const CLOSE_LIST = 8;

/** Kind of the token that each byte begins. */
export const KINDS = new Uint8Array(256);
const mark = (characters: string, kind: number): void =>
  Buffer.from(characters).forEach((byte) => (KINDS[byte] = kind));
mark(' \n\r\t', SPACE);
mark('"', STRING);
mark(',', COMMA);
mark(':', COLON);
mark('{', OPEN_OBJECT);
mark('}', CLOSE_OBJECT);
mark('[', OPEN_LIST);
mark(']', CLOSE_LIST);

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** Bytes that count within strings. */
const SPECIAL = new Uint8Array(256).fill(1, 0, 0x20);
[QUOTE, BACKSLASH].forEach((byte) => (SPECIAL[byte] = 1));

/** The token goes on behind the chunk. */
const CUT = -1;
/** So does the string, whose last byte is a backslash that belongs to the first one there. */
export const CUT_ESCAPED = -2;

/**
 * Where a string ends.
 * @param from behind its first quote
 * @returns behind its last quote, {@link CUT} or {@link CUT_ESCAPED}
 * @throws JsonScanError
 */
export function endOfString(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0;
    if (SPECIAL[byte] === 0) {
      continue;
    }
    if (byte === QUOTE) {
      return at + 1;
    }
    if (byte !== BACKSLASH) {
      throw new JsonScanError('A string holds a control character');
    }
    if (++at === chunk.length) {
      return CUT_ESCAPED;
    }
  }
  return CUT;
}

/** Where the bytes of one kind end that begin there, which may be none. */
export function endOfKind(chunk: Buffer, from: number, kind: number): number {
  let at = from;
  while (at < chunk.length && KINDS[chunk[at] ?? 0] === kind) {
    at++;
  }
  return at;
}

/** @throws JsonScanError when the bytes are no word of JSON */
export function requireWord(bytes: Buffer, from: number, end: number): void {
  if (end - from > MAX_TOKEN) {
    throw new JsonScanError('A word is too long');
  }
  if (!isWord(bytes, from, end)) {
    throw new JsonScanError('A word is no JSON');
  }
}
