import type { SimulatedRunner } from '@switchyard/testing';
import type { Random } from '../random.js';
import type { World } from '../world/world.js';
import type { Fault, Span } from './fault.js';

/** A clock may be so far off, in milliseconds. */
const MOST_SKEW_MS = 2 * 3_600_000;

/** Runners that are paused, and clocks that jump. */
export function simulatedRunnerFaults({ fleet, options }: World, frozenFor: Span): Fault[] {
  const random = options.random.fork();
  const on = (act: (runner: SimulatedRunner) => void) => (name: string) =>
    fleet.filter(({ runner }) => runner.name === name).forEach(({ runner }) => act(runner));
  const target = (from: Random): string => from.pick(fleet).runner.name;
  return [
    {
      name: 'SIGSTOP simulated runner',
      weight: 2,
      lasts: frozenFor,
      target,
      begin: on((runner) => runner.freeze()),
      recover: on((runner) => runner.resume()),
    },
    {
      name: 'clock of a simulated runner jumps',
      weight: 2,
      lasts: { least: 1, most: 20 },
      target,
      begin: on((runner) => (runner.skewMs = random.between(-MOST_SKEW_MS, MOST_SKEW_MS))),
      recover: on((runner) => (runner.skewMs = 0)),
    },
  ];
}

/** Runners that die and come back: what they ran is lost when its lease is over. */
export function simulatedRunnerDeaths({ fleet }: World): Fault[] {
  const member = (name: string) => fleet.find(({ runner }) => runner.name === name)?.runner;
  return [
    {
      name: 'kill -9 simulated runner',
      weight: 2,
      lasts: { least: 0.1, most: 20 },
      target: (random) => random.pick(fleet).runner.name,
      begin: (name) => member(name)?.kill(),
      recover: (name) => member(name)?.start(),
    },
  ];
}
