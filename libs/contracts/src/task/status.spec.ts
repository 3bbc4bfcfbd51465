import { describe, expect, it } from '@jest/globals';
import { FINAL_STATUSES, isFinal, isStoppable, mayMove, TASK_STATUSES, TASK_TRANSITIONS } from './status.js';

describe('task statuses', () => {
  it('should never leave a final status', () => {
    for (const from of FINAL_STATUSES) {
      expect(TASK_STATUSES.filter((to) => mayMove(from, to))).toEqual([]);
    }
  });

  it('should count the five ends as final', () => {
    expect([...FINAL_STATUSES].sort()).toEqual(['canceled', 'error', 'rejected', 'stopped', 'success']);
  });

  it('should reach a final status from every status', () => {
    const reached = new Set<string>(FINAL_STATUSES);
    for (let round = 0; round < TASK_STATUSES.length; round++) {
      TASK_STATUSES.filter((from) => TASK_TRANSITIONS[from].some((to) => reached.has(to))).forEach((s) =>
        reached.add(s),
      );
    }
    expect(reached.size).toBe(TASK_STATUSES.length);
  });

  it('should end as stopped only when a task was stopping', () => {
    expect(TASK_TRANSITIONS.stopping).toEqual(['stopped']);
  });

  it('should let every unfinished task be stopped', () => {
    expect(TASK_STATUSES.filter(isStoppable)).toEqual(TASK_STATUSES.filter((status) => !isFinal(status)));
    expect(TASK_STATUSES.filter(isStoppable).filter((s) => !mayMove(s, 'stopped') && !mayMove(s, 'stopping'))).toEqual(
      [],
    );
  });

  it('should need a confirmation before a plan is applied', () => {
    expect(mayMove('waiting_confirmation', 'running')).toBe(false);
    expect(mayMove('waiting_confirmation', 'success')).toBe(false);
  });
});
