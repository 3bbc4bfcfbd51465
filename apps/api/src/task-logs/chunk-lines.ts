import { inflateRawSync } from 'node:zlib';
import type { StoredChunk } from './stored-chunk.js';

/** Largest plain body a chunk may have; a bound against decompression bombs. */
export const MAX_PLAIN_BYTES = 1_048_576;

/** The chunk's lines as UTF-8 bytes, each ended by a newline. */
export function plainBody(chunk: Pick<StoredChunk, 'codec' | 'body'>): Buffer {
  return chunk.codec === 1
    ? inflateRawSync(chunk.body, { maxOutputLength: MAX_PLAIN_BYTES, chunkSize: 131_072 })
    : chunk.body;
}

/** Number of newlines in the bytes. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
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
    return plainBody(chunk).toString('utf8').split('\n').slice(0, -1);
  } catch {
    return null;
  }
}
