import { describe, expect, it } from '@jest/globals';
import type { TaskStage, TaskStatus } from '@switchyard/contracts';
import { logOutcome, phaseSpans, timelineOf } from './stage-statuses.js';

const stage = (type: TaskStage['type'], start: number, end: number | null, line: number | null): TaskStage => ({
  id: 1,
  task_id: 1,
  type,
  end_output_id: null,
  result: null,
  start_output_id: line,
  start: new Date(start * 1_000).toISOString(),
  end: end === null ? null : new Date(end * 1_000).toISOString(),
});
const planned = [
  stage('queue', 0, 1, 1),
  stage('plan', 1, 5, 4),
  stage('terraform_plan', 1, 5, 4),
  stage('cleanup', 5, 6, 9),
  stage('confirmation', 6, null, null),
];
const states = (stages: TaskStage[], status: TaskStatus): string[] =>
  timelineOf(stages, status).map(({ type, state }) => `${type} ${state}`);

describe('the phases of a task', () => {
  it('should wait in a phase of their own for a decision, and leave the plan green when it is rejected', () => {
    expect(states(planned, 'waiting_confirmation')).toEqual([
      'queue success',
      'plan success',
      'cleanup success',
      'confirmation waiting',
    ]);
    expect(states(planned, 'rejected').at(-1)).toBe('confirmation stopped');
    expect(states(planned, 'rejected')).toContain('plan success');
    expect(logOutcome(timelineOf(planned, 'rejected'), 'rejected')).toBe('success');
    expect(logOutcome(timelineOf(planned, 'canceled'), 'canceled')).toBe('success');
  });

  it('should give the end of the task to the phase before the clean-up', () => {
    const failed = [stage('queue', 0, 1, 1), stage('run', 1, 3, 4), stage('cleanup', 3, 4, 8)];
    expect(states(failed, 'error')).toEqual(['queue success', 'run failed', 'cleanup success']);
    expect(logOutcome(timelineOf(failed, 'error'), 'error')).toBe('failed');
    expect(states([stage('queue', 0, 1, 1), stage('run', 1, null, 4)], 'running')).toEqual([
      'queue success',
      'run running',
    ]);
  });

  it('should be found by their lines', () => {
    expect([...phaseSpans(timelineOf(planned, 'waiting_confirmation'))]).toEqual([
      [0, { start: 0, end: 1_000 }],
      [3, { start: 1_000, end: 5_000 }],
      [8, { start: 5_000, end: 6_000 }],
    ]);
  });
});
