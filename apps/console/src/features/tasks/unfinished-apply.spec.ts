import { describe, expect, it } from '@jest/globals';
import type { TaskNote, TaskPhase, TaskStatus, TaskWithTemplate } from '@switchyard/contracts';
import { unfinishedApply } from './unfinished-apply.js';

type Reason = 'runner_lost' | 'runner_shut_down' | 'tool_exited';
type Ended = Pick<TaskWithTemplate, 'status' | 'exit_code' | 'end_problem' | 'notes'>;

const stages = (...types: TaskPhase[]): { type: TaskPhase }[] => types.map((type) => ({ type }));
const applied = stages('queue', 'plan', 'apply', 'cleanup');
const ended = (status: TaskStatus, exit_code: number | null, reason: Reason | null, ...codes: string[]): Ended =>
  ({
    status,
    exit_code,
    end_problem: reason === null ? null : { code: reason, params: {} },
    notes: codes.map((code) => ({ code: code as TaskNote['code'], params: {}, time: '2026-01-01T00:00:00.000Z' })),
  }) as Ended;

describe('an apply that did not come to its end', () => {
  it.each([
    [ended('stopped', 1, null), 'stopped'],
    [ended('error', 1, 'runner_shut_down'), 'stopped'],
    [ended('stopped', null, null), 'cut'],
    [ended('stopped', null, null, 'lost_attempt_over'), 'cut'],
    [ended('error', null, 'runner_lost'), 'unknown'],
    [ended('error', null, 'runner_lost', 'lost_attempt_over'), 'cut'],
    [ended('error', null, 'runner_lost', 'lost_attempt_goes_on', 'lost_attempt_saved'), null],
    [ended('error', 1, 'tool_exited'), null],
    [ended('success', 0, null), null],
    [ended('running', null, null), null],
  ])('should need a hand, case %#', (task, expected) => {
    expect(unfinishedApply(task, applied)).toBe(expected);
  });

  it('should need none where the task ended before it', () => {
    expect(unfinishedApply(ended('stopped', 1, null), stages('queue', 'plan', 'cleanup'))).toBeNull();
    expect(unfinishedApply(ended('stopped', null, null), [])).toBeNull();
  });
});
