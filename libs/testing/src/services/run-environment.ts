/**
 * Variables that all programs of a test run share, for one that is given an environment of its own: the clock, and the mark by
 * which it is ended when the run is cut off.
 */
export function runEnvironment({ TZ, LD_PRELOAD, DATEFUDGE, TEST_RUN }: NodeJS.ProcessEnv = process.env) {
  const shared = { TZ, LD_PRELOAD, DATEFUDGE, TEST_RUN };
  return Object.fromEntries(Object.entries(shared).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
