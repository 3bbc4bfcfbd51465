import { describe, expect, it } from '@jest/globals';
import { chooseAssignments, type WaitingGroup } from './choose-assignments.js';
import { ProjectRotation } from './project-rotation.js';
import { chooseReservations } from './choose-reservations.js';
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
  projectLimit: Infinity,
  taskIds,
  cut: false,
  ...row,
});

/** Returns the reservations after the assignments, as task and runner. */
function reserved(groups: WaitingGroup[], runners: DrainRunner[]): [number, number][] {
  const rotation = new ProjectRotation();
  const plan = chooseAssignments(groups, runners, rotation, 50);
  rotation.note(plan.map(({ projectId }) => projectId));
  const preparing = new Set(plan.map(({ runnerId }) => runnerId));
  const reservations = chooseReservations(groups, runners, rotation, { plan, preparing });
  return reservations.map(({ taskId, runnerId }) => [taskId, runnerId]);
}

const ids = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe(chooseReservations.name, () => {
  it('should reserve the next task for a runner whose last slot is taken', () => {
    expect(reserved([group([1, 2, 3, 4])], [runner({ limit: 2, used: 1 })])).toEqual([[2, 1]]);
  });

  it('should reserve as many tasks as the runner was given attempts a moment ago, and no more than it has slots', () => {
    expect(reserved([group(ids(1, 20))], [runner({ limit: 8, used: 7, young: 0 })])).toEqual([[2, 1]]);
    expect(reserved([group(ids(1, 20))], [runner({ limit: 8, used: 7, young: 2 })]).map(([id]) => id)).toEqual([
      2, 3, 4,
    ]);
    expect(reserved([group(ids(1, 20))], [runner({ limit: 2 })]).map(([id]) => id)).toEqual([3, 4]);
    expect(reserved([group(ids(1, 90))], [runner({ limit: 40, used: 39, young: 39 })])).toHaveLength(16);
    const unlimited = group(ids(1, 90), { projectFree: 1, projectLimit: 40 });
    expect(reserved([unlimited], [runner({ used: 39, young: 39 })])).toHaveLength(16);
  });

  it('should count what the runner has prepared already', () => {
    const busy = runner({ limit: 8, used: 7, young: 3, reserved: [1, 2, 3] });
    expect(reserved([group(ids(1, 20))], [busy]).map(([id]) => id)).toEqual([4, 5]);
    expect(reserved([group(ids(1, 20))], [runner({ limit: 8, used: 7, reserved: [2, 3] })])).toEqual([]);
  });

  it('should reserve no more tasks of a project than it may have at once', () => {
    const small = group(ids(1, 20), { projectFree: 1, projectLimit: 2 });
    const busy = runner({ limit: 8, used: 4, young: 4 });
    expect(reserved([small], [busy]).map(([id]) => id)).toEqual([2, 3]);
    expect(reserved([small], [{ ...busy, reserved: [3] }]).map(([id]) => id)).toEqual([2]);
    const both = reserved([small, group(ids(31, 40), { projectId: 2 })], [busy]).map(([id]) => id);
    expect([both.length, both.filter((id) => id <= 20)]).toEqual([8, [2, 3]]);
  });

  it('should reserve the next task of a project that may start no more', () => {
    expect(reserved([group([1, 2, 3], { projectFree: 1, projectLimit: 1 })], [runner()])).toEqual([[2, 1]]);
  });

  it('should reserve nothing where nothing is left, or no work was given', () => {
    expect(reserved([group([1, 2])], [runner({ limit: 3 })])).toEqual([]);
    expect(reserved([group([1, 2], { tag: 'gpu' })], [runner({ limit: 1 })])).toEqual([]);
    expect(reserved([group([1, 2])], [runner({ limit: 1, used: 1 })])).toEqual([]);
  });

  it('should reserve nothing for a runner that prepares nothing', () => {
    const older = runner({ limit: 1, preparesAhead: false });
    expect(reserved([group([1, 2, 3])], [older, runner({ id: 2, limit: 1 })])).toEqual([[3, 2]]);
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

  it('should take projects in turn also when reservation follows reservation', () => {
    const groups = [group(ids(1, 9)), group(ids(11, 19), { projectId: 2 })];
    const rotation = new ProjectRotation();
    const known: number[] = [];
    for (let i = 0; i < 4; i++) {
      const busy = runner({ limit: 8, used: 8, young: known.length + 1, reserved: known });
      const plan = chooseReservations(groups, [busy], rotation, { plan: [], preparing: new Set([1]) });
      rotation.noteReserved(plan.map(({ projectId }) => projectId));
      known.push(...plan.map(({ taskId }) => taskId));
    }
    expect(known).toEqual([1, 11, 2, 12]);
  });

  it('should leave out tasks that run one at a time', () => {
    expect(reserved([group([1, 2], { parallel: false })], [runner({ limit: 1 })])).toEqual([]);
    expect(reserved([group([1, 2], { workspaceId: 4 })], [runner({ limit: 1 })])).toEqual([]);
  });

  it('should leave what is reserved as it is, and give it to nobody else', () => {
    const other = runner({ id: 2, limit: 1, used: 1, reserved: [2] });
    expect(reserved([group([1, 2, 3])], [runner({ limit: 1 }), other])).toEqual([[3, 1]]);
    expect(reserved([group([1, 2, 3])], [runner({ limit: 1, reserved: [3] })])).toEqual([]);
    expect(reserved([group([1, 2, 3])], [runner({ limit: 1, reserved: [1] })])).toEqual([[2, 1]]);
  });
});
