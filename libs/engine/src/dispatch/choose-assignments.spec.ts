import { describe, expect, it } from '@jest/globals';
import { chooseAssignments, type WaitingGroup } from './choose-assignments.js';
import type { DrainRunner } from './runner-matching.js';
import { drainRunner } from '../testing/drain-runner.js';
import { ProjectRotation } from './project-rotation.js';

let template = 0;
const group = (projectId: number, taskIds: number[], row: Partial<WaitingGroup> = {}): WaitingGroup => ({
  projectId,
  templateId: (template += 1),
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
const runner = (id: number, limit: number, row: Partial<DrainRunner> = {}): DrainRunner =>
  drainRunner({ id, limit, ...row });
const tasks = (groups: WaitingGroup[], runners: DrainRunner[], rotation = new ProjectRotation(), most = 50): number[] =>
  chooseAssignments(groups, runners, rotation, most).map((assignment) => assignment.taskId);

describe(chooseAssignments.name, () => {
  it('should take projects in turn and the oldest task of each first', () => {
    const groups = [group(1, [1, 2, 3]), group(2, [10]), group(3, [5, 7]), group(1, [4])];
    expect(tasks(groups, [runner(1, 0)])).toEqual([1, 5, 10, 2, 7, 3, 4]);
  });

  it('should begin with the project that waited longest for its turn', () => {
    const rotation = new ProjectRotation();
    rotation.note([1, 2]);
    expect(tasks([group(1, [1]), group(2, [2]), group(3, [3])], [runner(1, 0)], rotation)).toEqual([3, 1, 2]);
  });

  it('should serve every project within one rotation when a single slot frees at a time', () => {
    const rotation = new ProjectRotation();
    const groups = [group(1, [1, 2, 3, 4, 5, 6]), group(2, [90]), group(3, [91])];
    const served = [1, 2, 3].map(() => {
      const [first] = chooseAssignments(groups, [runner(1, 1)], rotation, 50);
      rotation.note([first?.projectId ?? 0]);
      return first?.projectId;
    });
    expect(served.toSorted()).toEqual([1, 2, 3]);
  });

  it('should not exceed the free slots of a project or a runner', () => {
    expect(tasks([group(1, [1, 2, 3], { projectFree: 2 })], [runner(1, 0)])).toEqual([1, 2]);
    expect(tasks([group(1, [1, 2, 3])], [runner(1, 3, { used: 1 })])).toEqual([1, 2]);
  });

  it('should leave a task to the runner that prepares it since a moment ago, where it has prepared another', () => {
    const busy = runner(1, 1, { used: 1, reserved: [1, 2], fresh: [1, 2] });
    const free = runner(2, 2, { used: 1, reserved: [3, 4], fresh: [3, 4] });
    expect(tasks([group(1, [1, 2, 3, 4])], [busy, free])).toEqual([3]);
    expect(tasks([group(1, [1, 2, 3, 4])], [busy, { ...free, limit: 5 }])).toEqual([3, 4, 1, 2]);
  });

  it('should let nobody wait for a runner that has prepared its task for longer, or that is alone to prepare', () => {
    const busy = runner(1, 1, { used: 1, reserved: [1], fresh: [1] });
    const free = runner(2, 1, { reserved: [3], fresh: [3] });
    expect(tasks([group(1, [1, 2, 3])], [{ ...busy, fresh: [] }, free])).toEqual([1]);
    expect(tasks([group(1, [1, 2, 3])], [busy, { ...free, reserved: [], fresh: [] }])).toEqual([1]);
    expect(tasks([group(1, [1, 2]), group(2, [3])], [busy, free])).toEqual([1]);
  });

  it('should start one task of a workspace, the oldest of all its templates', () => {
    const [one, other] = [{ workspaceId: 5 }, { workspaceId: 6 }];
    expect(tasks([group(1, [2, 4], one), group(1, [1], one), group(1, [3], other)], [runner(1, 0)])).toEqual([1, 3]);
  });

  it('should start one task of an exclusive template, also when its tasks differ in tag', () => {
    const exclusive = { templateId: 7_000, parallel: false };
    const groups = [group(1, [1, 2], exclusive), group(1, [3], { ...exclusive, tag: 'gpu' }), group(1, [4])];
    expect(tasks(groups, [runner(1, 0), runner(2, 0, { tags: ['gpu'] })])).toEqual([1, 4]);
  });

  it('should let a task pass that waits for another runner', () => {
    const groups = [group(1, [1, 2], { tag: 'gpu' }), group(1, [3])];
    expect(tasks(groups, [runner(1, 0)])).toEqual([3]);
  });

  it('should spread over runners and leave them untouched', () => {
    const runners = [runner(1, 2), runner(2, 2)];
    const plan = chooseAssignments([group(1, [1, 2, 3, 4, 5])], runners, new ProjectRotation(), 50);
    expect(plan.map((assignment) => assignment.runnerId)).toEqual([1, 2, 1, 2]);
    expect(runners.map(({ used }) => used)).toEqual([0, 0]);
  });

  it('should stop at the given number', () => {
    expect(tasks([group(1, [1, 2, 3])], [runner(1, 0)], new ProjectRotation(), 2)).toEqual([1, 2]);
  });
});
