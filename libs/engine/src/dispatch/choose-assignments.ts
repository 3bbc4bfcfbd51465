import { type DrainRunner, fits, pickRunner } from './runner-matching.js';
import type { ProjectRotation } from './project-rotation.js';

/** Waiting tasks of one project, template, tag, app and workspace. */
export interface WaitingGroup {
  projectId: number;
  templateId: number;
  tag: string;
  app: string;
  /** Its tasks run one at a time; 0 = they have none. */
  workspaceId: number;
  /** True: tasks of the template may run in parallel. False: none of them is active now. */
  parallel: boolean;
  /** Tasks that the project may start. */
  projectFree: number;
  /** Tasks that it may have at once; Infinity = any number. */
  projectLimit: number;
  /** The oldest tasks of the group, oldest first. */
  taskIds: readonly number[];
  /** True: it may have more tasks than were read. */
  cut: boolean;
}

export interface Assignment {
  taskId: number;
  projectId: number;
  runnerId: number;
}

interface Candidate {
  taskId: number;
  group: WaitingGroup;
}

interface ProjectQueue {
  projectId: number;
  free: number;
  /** Oldest first. */
  candidates: Candidate[];
  next: number;
  /** Tasks behind `next` that are assigned. */
  taken: Set<number>;
}

/**
 * Decides which task goes to which runner: projects in rotation, oldest task first inside a project, until nothing fits
 * or `most` are assigned. A task that another runner prepares since a moment ago is left to it by runners that prepare some themselves: else
 * each would take what the others have prepared. Pure; the runners' `used` is counted on copies.
 * @param runners those without a free slot too: what they prepare is left to them
 */
export function chooseAssignments(
  groups: readonly WaitingGroup[],
  runners: readonly DrainRunner[],
  rotation: Pick<ProjectRotation, 'rank'>,
  most: number,
): Assignment[] {
  const plan: Assignment[] = [];
  const state = {
    runners: runners.map((runner) => ({ ...runner })),
    busy: new Set<string>(),
    dry: new Set<string>(),
    fresh: new Set(runners.flatMap(({ fresh }) => fresh)),
  };
  let queues = projectQueues(groups, rotation);
  while (queues.length > 0) {
    const still: ProjectQueue[] = [];
    for (const project of queues) {
      if (plan.length === most) {
        return plan;
      }
      const assignment = assignNext(project, state);
      if (assignment) {
        plan.push(assignment);
        still.push(project);
      }
    }
    queues = still;
  }
  return plan;
}

function projectQueues(groups: readonly WaitingGroup[], rotation: Pick<ProjectRotation, 'rank'>): ProjectQueue[] {
  const queues = new Map<number, ProjectQueue>();
  for (const group of groups) {
    const { projectId, projectFree: free } = group;
    const queue = queues.get(projectId) ?? { projectId, free, candidates: [], next: 0, taken: new Set() };
    queue.candidates.push(...group.taskIds.map((taskId) => ({ taskId, group })));
    queues.set(projectId, queue);
  }
  const all = [...queues.values()];
  all.forEach((queue) => queue.candidates.sort((a, b) => a.taskId - b.taskId));
  const oldest = (queue: ProjectQueue): number => queue.candidates[0]?.taskId ?? 0;
  return all.sort((a, b) => rotation.rank(a.projectId) - rotation.rank(b.projectId) || oldest(a) - oldest(b));
}

interface PlanState {
  runners: DrainRunner[];
  /** Templates and workspaces that got a task in this plan and allow one at a time. */
  busy: Set<string>;
  /** Demands for which no slot is left. */
  dry: Set<string>;
  /** Tasks that some runner prepares since a moment ago. */
  fresh: ReadonlySet<number>;
}

/** Takes the project's oldest task that fits, if it may start one. */
function assignNext(project: ProjectQueue, state: PlanState): Assignment | undefined {
  const { runners, busy, dry } = state;
  while (project.free > 0) {
    const candidate = project.candidates[project.next];
    if (!candidate) {
      return undefined;
    }
    const { taskId, group } = candidate;
    const demand = `${group.projectId} ${group.tag} ${group.app}`;
    const isBusy = oneAtATime(group).some((each) => busy.has(each));
    const isOpen = !project.taken.has(taskId) && !isBusy && !dry.has(demand);
    const runner = isOpen ? pickRunner(runners, group, taskId) : undefined;
    if (runner) {
      return taken(project, state, { runner, candidate: ownInstead(project, state, runner, candidate) ?? candidate });
    }
    project.next += 1;
    if (isOpen) {
      dry.add(demand);
    }
  }
  return undefined;
}

function taken(
  project: ProjectQueue,
  { busy }: PlanState,
  { runner, candidate: { taskId, group } }: { runner: DrainRunner; candidate: Candidate },
): Assignment {
  runner.used += 1;
  project.free -= 1;
  project.taken.add(taskId);
  oneAtATime(group).forEach((each) => busy.add(each));
  return { taskId, projectId: group.projectId, runnerId: runner.id };
}

/** Returns a task that the runner has prepared itself, where another runner has just begun to prepare this one. */
function ownInstead(
  { candidates, taken: gone }: ProjectQueue,
  { fresh }: PlanState,
  runner: DrainRunner,
  { taskId }: Candidate,
): Candidate | undefined {
  const isOthers = fresh.has(taskId) && !runner.reserved.includes(taskId);
  return isOthers
    ? candidates.find((own) => runner.reserved.includes(own.taskId) && !gone.has(own.taskId) && fits(runner, own.group))
    : undefined;
}

/** Template and workspace of the group that allow one task at a time. */
const oneAtATime = ({ parallel, templateId, workspaceId }: WaitingGroup): string[] => [
  ...(parallel ? [] : [`template ${templateId}`]),
  ...(workspaceId === 0 ? [] : [`workspace ${workspaceId}`]),
];
