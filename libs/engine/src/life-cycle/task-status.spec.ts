import { FINAL_STATUSES, mayMove, TASK_STATUSES, TASK_TRANSITIONS } from '@switchyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { sourcesOf, statusMove } from './task-status.js';

describe(statusMove.name, () => {
  const reachable = TASK_STATUSES.filter((to) => sourcesOf(to).length > 0);

  it.each(reachable)('should guard a move to %s with exactly the statuses that lead there', (to) => {
    const { set, guard } = statusMove(to);
    const guarded = [...guard.matchAll(/'(\w+)'/g)].map((match) => match[1]);
    expect(set).toBe(`status = '${to}'`);
    expect(guarded).toEqual(TASK_STATUSES.filter((from) => TASK_TRANSITIONS[from].includes(to)));
  });

  it('should refuse every move that the table does not list', () => {
    for (const from of TASK_STATUSES) {
      for (const to of TASK_STATUSES.filter((status) => !mayMove(from, status))) {
        expect(() => statusMove(to, [from])).toThrow('transition table');
      }
    }
  });

  it('should never lead out of a final status', () => {
    const left = reachable.flatMap((to) => sourcesOf(to));
    expect(left.filter((status) => FINAL_STATUSES.includes(status))).toEqual([]);
  });
});
