import { describe, expect, it } from '@jest/globals';
import { isFinal, TASK_STATUSES, type FinishRequest } from '@switchyard/contracts';
import { EngineError } from '../errors.js';
import { decideFinish } from './finish-decision.js';
import type { HeldAttemptFacts } from './held-attempt.js';

const state: HeldAttemptFacts = {
  task_id: 1,
  task_status: 'running',
  number: 1,
  attempt_status: 'running',
  order: 'none',
  outcome: null,
  plan_stored: false,
  is_reviewed: false,
  notifies_runners: false,
  has_autorun: false,
  workspace_id: 0,
  next_line: 0,
};
const report: FinishRequest = {
  attempt: 1,
  lease: '',
  outcome: 'success',
  exit_code: 0,
  signal: null,
  reason: null,
  problem: null,
  lines: 0,
  bytes: 0,
};

describe(decideFinish.name, () => {
  it('should lead to a final status or be refused, whatever comes together', () => {
    for (const task_status of TASK_STATUSES.filter((status) => !isFinal(status))) {
      for (const outcome of ['success', 'error', 'stopped'] as const) {
        try {
          const decision = decideFinish({ ...state, task_status }, { ...report, outcome });
          expect(decision !== 'repeated' && isFinal(decision.to)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(EngineError);
        }
      }
    }
  });

  it('should let a planned task wait, when it has left its plan', () => {
    const planned = { ...report, outcome: 'planned' as const };
    expect(decideFinish({ ...state, plan_stored: true }, planned)).toEqual({
      to: 'waiting_confirmation',
      end: null,
    });
    expect(() => decideFinish(state, planned)).toThrow('no plan');
    expect(decideFinish({ ...state, task_status: 'stopping' }, planned)).toMatchObject({ to: 'stopped' });
  });

  it('should drop the reason of a success', () => {
    expect(decideFinish(state, { ...report, reason: 'noise' })).toEqual({ to: 'success', end: null });
  });

  it('should take the sentence of an older runner without a code, and give a code to a stop without an order', () => {
    const failed = { ...report, outcome: 'error' as const, reason: 'bad key' };
    expect(decideFinish(state, failed)).toEqual({ to: 'error', end: { reason: 'bad key', problem: null } });
    const code = { code: 'git_refused', params: { url: 'x' } };
    expect(decideFinish(state, { ...failed, problem: code })).toMatchObject({ end: { problem: code } });
    expect(decideFinish(state, { ...report, outcome: 'stopped' })).toMatchObject({
      to: 'error',
      end: { problem: { code: 'runner_stopped_unasked' } },
    });
  });

  it('should not require the log of an end that is decided already', () => {
    expect(decideFinish({ ...state, attempt_status: 'ended', outcome: 'success' }, { ...report, lines: 9 })).toBe(
      'repeated',
    );
  });
});
