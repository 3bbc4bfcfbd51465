import type { Mark } from '@switchyard/masking';

/** Offset and secret as 32-bit numbers. */
export const MARK_BYTES = 8;

/** @param base added to each offset */
export function encodeMarks(marks: readonly Mark[], base = 0): Buffer {
  const bytes = Buffer.alloc(marks.length * MARK_BYTES);
  marks.forEach(({ at, secret }, i) => {
    bytes.writeUInt32BE(base + at, i * MARK_BYTES);
    bytes.writeUInt32BE(secret, i * MARK_BYTES + 4);
  });
  return bytes;
}

export const decodeMarks = (bytes: Buffer): Mark[] =>
  Array.from({ length: bytes.length / MARK_BYTES }, (_, i) => ({
    at: bytes.readUInt32BE(i * MARK_BYTES),
    secret: bytes.readUInt32BE(i * MARK_BYTES + 4),
  }));
