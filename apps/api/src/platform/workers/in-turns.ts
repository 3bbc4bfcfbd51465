import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Longest work without a pause, in milliseconds, but for one item that takes longer. */
const TURN_MS = 5;

/**
 * Maps the items with `work`, one after the other. Requests and timers get their turn between them, for work that is bounded but
 * long and cannot leave this thread.
 */
export async function mapInTurns<I, R>(items: readonly I[], work: (item: I, index: number) => R): Promise<R[]> {
  const made: R[] = [];
  let begun = performance.now();
  for (const [index, item] of items.entries()) {
    made.push(work(item, index));
    if (performance.now() - begun >= TURN_MS) {
      await setImmediate();
      begun = performance.now();
    }
  }
  return made;
}

/** Bytes that are hashed without a pause, some milliseconds. */
const HASHED_BYTES = 2 * 1024 * 1024;

/** SHA-256 of the bytes; of many of them in turns, so that requests and timers get theirs. */
export async function hashInTurns(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.length; from += HASHED_BYTES) {
    if (from > 0) {
      await setImmediate();
    }
    hash.update(bytes.subarray(from, from + HASHED_BYTES));
  }
  return hash.digest();
}
