import type { Random } from '../random.js';

/** Fate of a request on its way. */
export type Fate = 'pass' | 'cut before' | 'cut after' | 'duplicate' | 'replay' | 'delay' | 'reorder';

/** Probability of each fate but `pass`, per request. */
export type NetworkConditions = Readonly<Record<Exclude<Fate, 'pass'>, number>>;

export const CLEAR: NetworkConditions = {
  'cut before': 0,
  'cut after': 0,
  duplicate: 0,
  replay: 0,
  delay: 0,
  reorder: 0,
};

/** Conditions of any long way through the internet. */
export const USUAL: NetworkConditions = {
  'cut before': 0.01,
  'cut after': 0.01,
  duplicate: 0.02,
  replay: 0.01,
  delay: 0.03,
  reorder: 0.02,
};

export const STORM: NetworkConditions = {
  'cut before': 0.12,
  'cut after': 0.12,
  duplicate: 0.12,
  replay: 0.08,
  delay: 0.2,
  reorder: 0.12,
};

export function drawFate(random: Random, conditions: NetworkConditions): Fate {
  let left = random.next();
  for (const [fate, probability] of Object.entries(conditions) as [Exclude<Fate, 'pass'>, number][]) {
    left -= probability;
    if (left < 0) {
      return fate;
    }
  }
  return 'pass';
}
