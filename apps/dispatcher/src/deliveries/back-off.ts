/** When failed tries are repeated. */
export interface BackOff {
  /** Seconds after the first failure; twice as long after each further one. */
  firstSeconds: number;
  longestSeconds: number;
  /** Tries after which there is no further one. */
  maxTries: number;
}

/**
 * Seconds until the next try: exponential up to the longest, between half and all of that, so that what failed together
 * does not come back together.
 * @param failures failures so far, from 1
 * @param random from 0 to below 1
 */
export function backOffSeconds(
  { firstSeconds, longestSeconds }: Pick<BackOff, 'firstSeconds' | 'longestSeconds'>,
  failures: number,
  random = Math.random(),
): number {
  return Math.min(firstSeconds * 2 ** (failures - 1), longestSeconds) * (0.5 + random / 2);
}
