import { inflateRawSync } from 'node:zlib';
import { MAX_CHUNK_BYTES } from '@switchyard/contracts';
import type { StoredChunk } from './stored-chunk.js';

/** Largest plain body of a stored chunk: masking may lengthen what a runner sent. */
const MAX_STORED_BYTES = 4 * MAX_CHUNK_BYTES;

/**
 * The chunk's lines as UTF-8 bytes, each ended by a newline.
 * @throws RangeError when there are more than `maxBytes` of them, so that no small body unpacks to a huge one
 */
export function plainBody(chunk: Pick<StoredChunk, 'codec' | 'body'>, maxBytes = MAX_STORED_BYTES): Buffer {
  if (chunk.codec === 1) {
    return inflateRawSync(chunk.body, { maxOutputLength: maxBytes, chunkSize: 131_072 });
  }
  if (chunk.body.length > maxBytes) {
    throw new RangeError(`holds more than ${maxBytes} bytes`);
  }
  return chunk.body;
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
