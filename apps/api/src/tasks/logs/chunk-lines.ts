import { inflateRawSync } from 'node:zlib';
import { MAX_CHUNK_BYTES } from '@switchyard/contracts/log-text';
import type { StoredChunk } from './stored-chunk.js';

/** Largest plain body of a stored chunk: masking may lengthen what a runner sent. */
const MAX_STORED_BYTES = 4 * MAX_CHUNK_BYTES;

/** Size to which most chunks unpack at most: their bytes need no copy then. */
const UNPACKED_BYTES = 256 * 1024;

/**
 * The chunk's lines as UTF-8 bytes, each ended by a newline.
 * @throws RangeError when there are more than `maxBytes` of them, so that no small body unpacks to a huge one
 */
export function plainBody(chunk: Pick<StoredChunk, 'codec' | 'body'>, maxBytes = MAX_STORED_BYTES): Buffer {
  if (chunk.codec === 1) {
    return inflateRawSync(chunk.body, { maxOutputLength: maxBytes, chunkSize: UNPACKED_BYTES });
  }
  if (chunk.body.length > maxBytes) {
    throw new RangeError(`holds more than ${maxBytes} bytes`);
  }
  return chunk.body;
}

/** Bytes of one string. A larger one is no young object: memory is mapped for it and given back, which takes longer than the copy. */
const PIECE_BYTES = 64 * 1024;
export const NEWLINE = 0x0a;

/** Some whole lines of a text, and where they begin in its bytes. */
interface TextPiece {
  at: number;
  text: string;
}

/** The text from a place on, in pieces of whole lines, the first line of each however long it is. */
export function* textPieces(bytes: Buffer, from = 0): Generator<TextPiece> {
  for (let at = from; at < bytes.length;) {
    const end = endOfPiece(bytes, at);
    yield { at, text: bytes.toString('utf8', at, end) };
    at = end;
  }
}

function endOfPiece(bytes: Buffer, at: number): number {
  if (at + PIECE_BYTES >= bytes.length) {
    return bytes.length;
  }
  const end = bytes.lastIndexOf(NEWLINE, at + PIECE_BYTES - 1) + 1;
  return end > at ? end : bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
}

/** Where a line begins, by its index; the end when there are fewer. */
export function startOfLine(bytes: Buffer, index: number): number {
  let at = 0;
  for (let line = 0; line < index && at < bytes.length; line++) {
    at = bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
  }
  return at;
}

/** Number of newlines in the bytes. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    lines++;
  }
  return lines;
}

/** Stands for each line of a chunk that cannot be read. */
const UNREADABLE = '[this line was stored damaged]';

/**
 * The chunk's lines as text, without their newlines. A chunk that is damaged has as many as it should have, so that it
 * does not end the log before it and behind it.
 */
export function linesOf(
  chunk: Pick<StoredChunk, 'codec' | 'body'> & Partial<Pick<StoredChunk, 'line_count'>>,
): string[] {
  const { line_count: count } = chunk;
  const lines = splitLines(chunk);
  return lines && (count === undefined || lines.length === count) ? lines : Array<string>(count ?? 0).fill(UNREADABLE);
}

function splitLines(chunk: Pick<StoredChunk, 'codec' | 'body'>): string[] | null {
  try {
    return [...textPieces(plainBody(chunk))].flatMap(({ text }) => text.split('\n').slice(0, -1));
  } catch {
    return null;
  }
}
