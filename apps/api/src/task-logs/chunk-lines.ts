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

/** The chunk's lines as text, without their newlines. */
export function linesOf(chunk: Pick<StoredChunk, 'codec' | 'body'>): string[] {
  const lines = plainBody(chunk).toString('utf8').split('\n');
  lines.pop();
  return lines;
}
