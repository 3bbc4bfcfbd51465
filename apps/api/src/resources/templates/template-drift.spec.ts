import { describe, expect, it } from '@jest/globals';
import { driftOf, type LastPlan } from './template-drift.js';

const CHANGES = { add: 0, change: 1, destroy: 0, import: 0, outputs: 0 };

const plan = (part: Partial<LastPlan>): LastPlan => ({
  task_id: 7,
  status: 'success',
  params: { plan: true },
  plan_summary: CHANGES,
  ...part,
});

describe('drift of a template', () => {
  it.each<[string, Partial<LastPlan>, boolean]>([
    ['a plan that was only made', {}, true],
    ['a plan with changes of outputs alone', { plan_summary: { ...CHANGES, change: 0, outputs: 1 } }, true],
    ['a plan without changes', { plan_summary: { ...CHANGES, change: 0 } }, false],
    ['a plan that was applied', { params: {} }, false],
    ['a plan that waits for a decision', { params: {}, status: 'waiting_confirmation' }, true],
    ['a plan that is being applied', { params: {}, status: 'running' }, false],
    ['a plan that was confirmed', { params: {}, status: 'confirmed' }, false],
    ['a plan that was rejected', { params: {}, status: 'rejected' }, true],
    ['a plan that nobody decided about', { params: {}, status: 'canceled' }, true],
    ['an apply that failed', { params: {}, status: 'error' }, true],
    ['a plan to destroy everything', { params: { plan: true, destroy: true } }, false],
  ])('should be found or not after %s', (_, part, found) => {
    expect(driftOf(plan(part))).toEqual(found ? { task_id: 7, summary: plan(part).plan_summary } : null);
  });
});
