/** How pauses between tries grow. In milliseconds or any other unit: what comes out has the unit of `min` and `max`. */
export interface Backoff {
  /** The first pause; it doubles with each further failure. */
  min: number;
  max: number;
  /**
   * Random part of a pause, so that those that failed together do not come back together. `none` (the default): nothing. `equal`:
   * between half and all of it. `full`: between `min` and twice of it, so that it is right on average.
   */
  jitter?: 'none' | 'equal' | 'full';
}

/** Beyond the 30th doubling every pause is the longest. */
const MAX_DOUBLINGS = 30;

/**
 * The pause before the next try: exponential, never longer than `max`.
 * @param failures failures so far, from 1
 * @param random from 0 to below 1
 */
export function backoff(failures: number, { min, max, jitter = 'none' }: Backoff, random = Math.random()): number {
  const doubled = min * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS);
  const pause = Math.min(doubled, max);
  switch (jitter) {
    case 'none':
      return pause;
    case 'equal':
      return pause * (0.5 + random / 2);
    case 'full':
      return min + random * (Math.min(doubled * 2, max) - min);
  }
}
