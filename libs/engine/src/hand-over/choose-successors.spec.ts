import { describe, expect, it } from '@jest/globals';
import { chooseSuccessors, type ReservedTask } from './choose-successors.js';

const reserved = (taskId: number, row: Partial<ReservedTask> = {}): ReservedTask => ({
  taskId,
  runnerId: 1,
  projectId: 1,
  used: 0,
  runnerRoom: Infinity,
  projectRoom: Infinity,
  ...row,
});
const ended = (runnerId = 1, projectId = 1) => ({ runnerId, projectId });
const ids = (plan: readonly ReservedTask[]): number[] => plan.map(({ taskId }) => taskId);

describe(chooseSuccessors.name, () => {
  it('should give each slot that came free to the oldest task of its runner', () => {
    const tasks = [reserved(1, { runnerId: 2 }), reserved(2), reserved(3), reserved(4), reserved(5, { runnerId: 2 })];
    expect(ids(chooseSuccessors([ended(), ended(), ended(2)], tasks))).toEqual([1, 2, 3]);
    expect(chooseSuccessors([], tasks)).toEqual([]);
    expect(chooseSuccessors([ended(3)], tasks)).toEqual([]);
  });

  it('should give a runner no more than it may have by now', () => {
    const tasks = [1, 2, 3].map((id) => reserved(id, { runnerRoom: 1 }));
    expect(ids(chooseSuccessors([ended(), ended()], tasks))).toEqual([1]);
    expect(chooseSuccessors([ended()], [reserved(1, { runnerRoom: 0 })])).toEqual([]);
    expect(chooseSuccessors([ended()], [reserved(1, { runnerRoom: -2 })])).toEqual([]);
  });

  it('should give a project with a limit no more slots than it gave back, and than it may have by now', () => {
    const limited = { projectId: 2, projectRoom: 5 };
    const tasks = [reserved(1, limited), reserved(2), reserved(3, limited), reserved(4)];
    expect(ids(chooseSuccessors([ended(), ended()], tasks))).toEqual([2, 4]);
    expect(ids(chooseSuccessors([ended(1, 2), ended()], tasks))).toEqual([1, 2]);
    expect(chooseSuccessors([ended(1, 2)], [reserved(1, { ...limited, projectRoom: 0 })])).toEqual([]);
  });
});
