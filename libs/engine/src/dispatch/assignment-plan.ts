import { pickRunner, type DrainRunner } from './runner-matching.js';
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
}

/**
 * Decides which task goes to which runner: projects in rotation, oldest task first inside a project, until nothing fits
 * or `most` are assigned. Pure; the runners' `used` is counted on copies.
 */
export function planAssignments(
  groups: readonly WaitingGroup[],
  runners: readonly DrainRunner[],
  rotation: ProjectRotation,
  most: number,
): Assignment[] {
  const plan: Assignment[] = [];
  const state = {
    runners: runners.map((runner) => ({ ...runner })),
    busy: new Set<string>(),
    dry: new Set<string>(),
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

function projectQueues(groups: readonly WaitingGroup[], rotation: ProjectRotation): ProjectQueue[] {
  const queues = new Map<number, ProjectQueue>();
  for (const group of groups) {
    const { projectId, projectFree: free } = group;
    const queue = queues.get(projectId) ?? { projectId, free, candidates: [], next: 0 };
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
}

/** Takes the project's oldest task that fits, if it may start one. */
function assignNext(project: ProjectQueue, { runners, busy, dry }: PlanState): Assignment | undefined {
  while (project.free > 0) {
    const candidate = project.candidates[project.next];
    if (!candidate) {
      return undefined;
    }
    project.next += 1;
    const { taskId, group } = candidate;
    const demand = `${group.projectId} ${group.tag} ${group.app}`;
    const single = oneAtATime(group);
    const isBusy = single.some((each) => busy.has(each));
    const runner = isBusy || dry.has(demand) ? undefined : pickRunner(runners, group, taskId);
    if (runner) {
      runner.used += 1;
      project.free -= 1;
      single.forEach((each) => busy.add(each));
      return { taskId, projectId: group.projectId, runnerId: runner.id };
    }
    if (!isBusy) {
      dry.add(demand);
    }
  }
  return undefined;
}

/** What has one task at a time of this group. */
const oneAtATime = ({ parallel, templateId, workspaceId }: WaitingGroup): string[] => [
  ...(parallel ? [] : [`template ${templateId}`]),
  ...(workspaceId === 0 ? [] : [`workspace ${workspaceId}`]),
];
