import { type Assignment, chooseAssignments, type WaitingGroup } from './choose-assignments.js';
import type { ProjectRotation } from './project-rotation.js';
import { MOST_RESERVED, mostReserved } from '../reservations/reservation-bounds.js';
import type { DrainRunner } from './runner-matching.js';

/**
 * Decides which tasks these runners may prepare: what the plan would go on with if runner and project had more slots. A runner prepares as many
 * as it was given attempts a moment ago, so that one whose slots come free rarely prepares one. Tasks that run one at a time are left out: it is
 * not known whether the runner would get them. Pure.
 * @param groups as before the plan, which took all that fits
 * @param runners every runner, as before the plan
 * @param plan what was assigned just now
 * @param preparing ids of the runners that may prepare, those left out that prepare nothing
 */
export function chooseReservations(
  groups: readonly WaitingGroup[],
  runners: readonly DrainRunner[],
  rotation: ProjectRotation,
  { plan, preparing }: { plan: readonly Assignment[]; preparing: ReadonlySet<number> },
): Assignment[] {
  const assigned = new Set(plan.map(({ taskId }) => taskId));
  const reserved = new Set(runners.flatMap((runner) => runner.reserved.filter((id) => !assigned.has(id))));
  const open = runners
    .filter(({ id, preparesAhead }) => preparesAhead && preparing.has(id))
    .map((runner) => ({ ...runner, used: runner.reserved.filter((id) => reserved.has(id)).length }))
    .map((runner) => ({ ...runner, limit: mostReserved(runner.limit, runner.young + givenTo(runner, plan)) }));
  const left = unreserved(groups, assigned, reserved);
  const order = { rank: (id: number): number => rotation.rankOfReservations(id) };
  return chooseAssignments(left, open, order, MOST_RESERVED * open.length);
}

const givenTo = ({ id }: DrainRunner, plan: readonly Assignment[]): number =>
  plan.filter(({ runnerId }) => runnerId === id).length;

/** A project prepares as many as it may have at once. */
function unreserved(
  groups: readonly WaitingGroup[],
  assigned: ReadonlySet<number>,
  reserved: ReadonlySet<number>,
): WaitingGroup[] {
  const counts = new Map<number, number>();
  for (const { projectId, taskIds } of groups) {
    counts.set(projectId, (counts.get(projectId) ?? 0) + taskIds.filter((id) => reserved.has(id)).length);
  }
  return groups
    .filter(({ parallel, workspaceId }) => parallel && workspaceId === 0)
    .map((group) => ({
      ...group,
      projectFree: group.projectLimit - (counts.get(group.projectId) ?? 0),
      taskIds: group.taskIds.filter((id) => !assigned.has(id) && !reserved.has(id)),
    }));
}
