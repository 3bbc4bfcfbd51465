import { describe, expect, it } from '@jest/globals';
import { planAssignments, type WaitingGroup } from './assignment-plan.js';
import { ProjectRotation } from './project-rotation.js';
import { planReservations } from './reservation-plan.js';
import type { DrainRunner } from './runner-matching.js';
import { drainRunner as runner } from '../testing/drain-runner.js';

const group = (taskIds: number[], row: Partial<WaitingGroup> = {}): WaitingGroup => ({
  projectId: 1,
  templateId: 1,
  tag: '',
  app: 'bash',
  workspaceId: 0,
  parallel: true,
  projectFree: Infinity,
  taskIds,
  cut: false,
  ...row,
});

/** What is reserved after the assignments, as task and runner. */
function reserved(groups: WaitingGroup[], runners: DrainRunner[]): [number, number][] {
  const rotation = new ProjectRotation();
  const plan = planAssignments(groups, runners, rotation, 50);
  rotation.note(plan.map(({ projectId }) => projectId));
  return planReservations(groups, runners, rotation, plan).map(({ taskId, runnerId }) => [taskId, runnerId]);
}

describe(planReservations.name, () => {
  it('should reserve the next task for a runner whose last slot is taken, and one only', () => {
    expect(reserved([group([1, 2, 3, 4])], [runner({ limit: 2 })])).toEqual([[3, 1]]);
    expect(reserved([group([1, 2, 3, 4])], [runner({ limit: 2, used: 1 })])).toEqual([[2, 1]]);
  });

  it('should reserve the next task of a project that may start no more', () => {
    expect(reserved([group([1, 2, 3], { projectFree: 1 })], [runner()])).toEqual([[2, 1]]);
  });

  it('should reserve nothing where nothing is left, or no work was given', () => {
    expect(reserved([group([1, 2])], [runner({ limit: 3 })])).toEqual([]);
    expect(reserved([group([1, 2], { tag: 'gpu' })], [runner({ limit: 1 })])).toEqual([]);
    expect(reserved([group([1, 2])], [runner({ limit: 1, used: 1 })])).toEqual([]);
  });

  it('should reserve for a runner only what it may take', () => {
    const groups = [
      group([1, 4]),
      group([2], { tag: 'gpu' }),
      group([3], { app: 'ansible' }),
      group([5], { projectId: 2 }),
    ];
    expect(reserved(groups, [runner({ limit: 1, projectId: 1 })])).toEqual([[4, 1]]);
  });

  it('should take the project whose turn it is', () => {
    const groups = [group([1, 2]), group([9], { projectId: 2 })];
    expect(reserved(groups, [runner({ limit: 1 })])).toEqual([[9, 1]]);
  });

  it('should leave out tasks that run one at a time', () => {
    expect(reserved([group([1, 2], { parallel: false })], [runner({ limit: 1 })])).toEqual([]);
    expect(reserved([group([1, 2], { workspaceId: 4 })], [runner({ limit: 1 })])).toEqual([]);
  });

  it('should leave what is reserved as it is, and give it to nobody else', () => {
    const other = runner({ id: 2, limit: 1, used: 1, reserved: 2 });
    expect(reserved([group([1, 2, 3])], [runner({ limit: 1 }), other])).toEqual([[3, 1]]);
    expect(reserved([group([1, 2, 3])], [runner({ limit: 1, reserved: 3 })])).toEqual([]);
    expect(reserved([group([1, 2, 3])], [runner({ limit: 1, reserved: 1 })])).toEqual([[2, 1]]);
  });
});
