import { type Assignment, planAssignments, type WaitingGroup } from './assignment-plan.js';
import type { ProjectRotation } from './project-rotation.js';
import type { DrainRunner } from './runner-matching.js';

/**
 * Decides which task each runner may prepare that got work by `plan`: what the plan would go on with if the runner and the project had one slot
 * more. Tasks that run one at a time are left out: it is not known whether the runner would get them. Pure.
 * @param groups as before the plan, which took all that fits
 * @param runners every runner, as before the plan
 */
export function planReservations(
  groups: readonly WaitingGroup[],
  runners: readonly DrainRunner[],
  rotation: ProjectRotation,
  plan: readonly Assignment[],
): Assignment[] {
  const assigned = new Set(plan.map(({ taskId }) => taskId));
  const isFree = ({ reserved }: DrainRunner): boolean => reserved === null || assigned.has(reserved);
  const given = new Set(plan.map(({ runnerId }) => runnerId));
  const preparing = runners.filter((runner) => given.has(runner.id) && isFree(runner));
  const aside = new Set([...assigned, ...runners.map(({ reserved }) => reserved)]);
  const left = groups
    .filter(({ parallel, workspaceId }) => parallel && workspaceId === 0)
    .map((group) => ({ ...group, projectFree: 1, taskIds: group.taskIds.filter((id) => !aside.has(id)) }));
  const oneMore = preparing.map((runner) => ({ ...runner, limit: 1, used: 0 }));
  return planAssignments(left, oneMore, rotation, preparing.length);
}
