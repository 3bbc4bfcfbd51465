import { isFrequentWord } from './json-bytes.js';

/** The text is no JSON. */
export class JsonScanError extends Error {
  override readonly name = 'JsonScanError';
}

/** Most bytes of a number, and of a string that is read. */
export const MAX_TOKEN = 1_024;
export const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

export const SPACE = 1;
export const MARK = 2;
/** What each byte is outside of strings; 0 = a string or a word begins with it, or goes on. */
export const KINDS = new Uint8Array(256);
[0x20, 0x0a, 0x0d, 0x09].forEach((byte) => (KINDS[byte] = SPACE));
[COMMA, COLON, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST].forEach((byte) => (KINDS[byte] = MARK));

/** Bytes that count within strings. */
const SPECIAL = new Uint8Array(256).fill(1, 0, 0x20);
[QUOTE, BACKSLASH].forEach((byte) => (SPECIAL[byte] = 1));

/**
 * Where a string ends.
 * @param from behind its first quote
 * @returns behind its last quote; `null` = it goes on behind the chunk
 * @throws JsonScanError
 */
export function endOfString(chunk: Buffer, from: number): number | null {
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
    at++;
  }
  return null;
}

/**
 * Where a word ends.
 * @param from its first byte
 * @returns `null` = it may go on behind the chunk
 * @throws JsonScanError
 */
export function endOfWord(chunk: Buffer, from: number): number | null {
  let at = from;
  while (at < chunk.length && KINDS[chunk[at] ?? 0] === 0) {
    at++;
  }
  if (at - from > MAX_TOKEN) {
    throw new JsonScanError('A number is too long');
  }
  if (at === chunk.length) {
    return null;
  }
  if (!isFrequentWord(chunk, from, at) && !WORD.test(chunk.toString('latin1', from, at))) {
    throw new JsonScanError('A word is no JSON');
  }
  return at;
}
