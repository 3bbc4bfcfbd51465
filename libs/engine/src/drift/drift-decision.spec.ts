import { describe, expect, it } from '@jest/globals';
import type { DriftStatus } from '@switchyard/contracts';
import { driftAfter, type SucceededRun } from './drift-decision.js';

const NOTHING = { add: 0, change: 0, destroy: 0, import: 0, outputs: 0 };
const CHANGES = { ...NOTHING, change: 1 };

const CHECK: SucceededRun = {
  plansOnly: true,
  destroys: false,
  isAsConfigured: true,
  summary: NOTHING,
  isOutdated: false,
};
const APPLY: SucceededRun = { ...CHECK, plansOnly: false, summary: CHANGES };

describe(driftAfter.name, () => {
  it.each<[string, SucceededRun, DriftStatus | null]>([
    ['a check that found nothing', CHECK, 'in_step'],
    ['a check that found changes', { ...CHECK, summary: CHANGES }, 'drifted'],
    ['a check that found changes of outputs alone', { ...CHECK, summary: { ...NOTHING, outputs: 1 } }, 'drifted'],
    ['a check whose plan could not be read', { ...CHECK, summary: null }, null],
    ['a check of a state that was written meanwhile', { ...CHECK, isOutdated: true }, null],
    ['a check of another branch', { ...CHECK, isAsConfigured: false, summary: CHANGES }, null],
    ['a plan to destroy', { ...CHECK, destroys: true, summary: { ...NOTHING, destroy: 3 } }, null],
    ['an apply', APPLY, 'in_step'],
    ['an apply that had nothing to do', { ...APPLY, summary: NOTHING }, 'in_step'],
    ['an apply whose plan could not be read', { ...APPLY, summary: null }, 'in_step'],
    ['an apply with other arguments', { ...APPLY, isAsConfigured: false }, 'unknown'],
    ['an apply of another branch that had nothing to do', { ...APPLY, isAsConfigured: false, summary: NOTHING }, null],
    ['a destruction', { ...APPLY, destroys: true }, 'unknown'],
    ['a destruction whose plan is not known', { ...APPLY, destroys: true, summary: null }, 'unknown'],
  ])('should decide after %s', (_, run, status) => {
    expect(driftAfter(run)).toBe(status);
  });
});
