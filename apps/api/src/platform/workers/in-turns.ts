import { setImmediate } from 'node:timers/promises';

/** Longest work without a pause, in milliseconds, but for one item that takes longer. */
const TURN_MS = 5;

/**
 * What `work` makes of each item, one after the other. Requests and timers get their turn between them, for work that is bounded but
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
