import { isUtf8 } from 'node:buffer';
import { type Marked, rewritten } from './marked.js';

/** The bytes themselves when they are UTF-8, otherwise a copy with U+FFFD in place of what is not. */
export const validUtf8 = (text: Marked): Marked => (isUtf8(text.bytes) ? text : rewritten(text, (decoded) => decoded));

/** Largest offset up to `at` that does not cut a character; `at` itself when the bytes there are not UTF-8 anyway. */
export function characterBoundary(bytes: Buffer, at: number): number {
  for (let back = 0; back < 4 && at - back > 0; back++) {
    if (((bytes[at - back] ?? 0) & 0xc0) !== 0x80) {
      return at - back;
    }
  }
  return at;
}
