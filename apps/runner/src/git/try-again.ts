import { setTimeout as pause } from 'node:timers/promises';
import { throwIfStopped } from '../attempt-failure.js';
import type { AttemptContext } from '../attempt/attempt-context.js';

/** Pauses between the tries of an attempt, in milliseconds. */
const PAUSES_MS: readonly number[] = [2_000, 5_000, 15_000, 30_000];
/** No try begins later than this after the first, in milliseconds: a server that takes long to fail is tried less often. */
const PATIENCE_MS = 120_000;

interface TryAgainOptions extends Pick<AttemptContext, 'stop' | 'log'> {
  /** Whether a later try may succeed. */
  isAway: (error: unknown) => boolean;
  /** In milliseconds; one more try than there are pauses. */
  pauses?: readonly number[] | undefined;
}

/**
 * Does work that needs a server, again after a pause while the server is away; every further try is in the log. git does not
 * print what the server answered in `Retry-After`.
 * @throws the error of the last try, AttemptStopped when the attempt must stop
 */
export async function tryAgain<T>(work: () => Promise<T>, options: TryAgainOptions): Promise<T> {
  const { stop, log, isAway, pauses = PAUSES_MS } = options;
  const begin = performance.now();
  for (const [index, ms] of pauses.entries()) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || performance.now() - begin + ms > PATIENCE_MS) {
        throw error;
      }
      log.system(`The server is away: try ${index + 2} of ${pauses.length + 1} follows in ${Math.ceil(ms / 1000)} s`);
      await pause(ms, undefined, { signal: stop }).catch(() => undefined);
      throwIfStopped(stop);
    }
  }
  return work();
}
