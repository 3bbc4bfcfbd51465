/**
 * The environment of a program that cannot start under a shifted clock: libfaketime and the memory allocator of Redis, or the
 * processes of Chromium, wait for each other. It keeps the zone and sees the real time.
 */
export function realTime(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _shifted, ...rest } = environment;
  return rest;
}

/**
 * What every program of a test run has in common, for one that is given an environment of its own: the clock, and the mark by
 * which it is ended when the run is cut off.
 */
export function runEnvironment(environment: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const { TZ, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, TEST_RUN } = environment;
  const shared = { TZ, LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, TEST_RUN };
  return Object.fromEntries(Object.entries(shared).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
