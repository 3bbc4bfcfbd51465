import type { Readable } from 'node:stream';

/** Most bytes of a refused body that are read, so that its sender comes to read the answer. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Longest wait for them. */
const MOST_MS = 1_000;

/**
 * Reads the rest of a body that is refused and keeps nothing of it. A connection that is closed with bytes unread is
 * reset, and the sender may lose the answer with it. Ends early when the body is larger or slower than that is worth.
 */
export function drainBody(body: Readable): Promise<void> {
  if (body.destroyed || body.readableEnded) {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    let left = MOST_BYTES;
    const stop = (): void => {
      clearTimeout(timer);
      body.off('data', count).off('end', stop).off('error', stop).off('close', stop).pause();
      resolve();
    };
    const count = (part: Buffer): void => {
      left -= part.length;
      if (left < 0) {
        stop();
      }
    };
    const timer = setTimeout(stop, MOST_MS);
    body.on('data', count).on('end', stop).on('error', stop).on('close', stop).resume();
  });
}
