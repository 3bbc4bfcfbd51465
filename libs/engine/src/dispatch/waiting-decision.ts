import type { WaitingReasonCode } from '@switchyard/contracts';
import type { RunnerState } from './drain-state.js';
import { isFree, serves, tagFits } from './runner-matching.js';

/** How a task has the workspace: a runner works on it, it is lost with its lock, or its plan waits for a runner or for a decision. */
export type WorkspaceState = 'busy' | 'lost' | 'confirmed' | 'undecided';

/** What is known about the waiting tasks of one project, template, tag, app and workspace. */
export interface WaitingSituation {
  projectId: number;
  tag: string;
  app: string;
  /** What another task does with their workspace; `null` = nothing, or it is theirs. */
  workspace: WorkspaceState | null;
  /** The template allows one task at a time and has one. */
  templateBusy: boolean;
  /** The project has reached its limit of parallel tasks. */
  projectFull: boolean;
}

/**
 * Why the tasks wait: the first obstacle in the order in which a drain meets them. Where no runner fits, one that would if it were
 * switched on is the reason.
 */
export function decideWaitingReason(
  situation: WaitingSituation,
  runners: readonly RunnerState[],
  switchedOff: readonly RunnerState[] = [],
): WaitingReasonCode {
  if (situation.workspace) {
    return OF_WORKSPACE[situation.workspace];
  }
  if (situation.templateBusy) {
    return 'template_busy';
  }
  if (situation.projectFull) {
    return 'project_limit';
  }
  const reason = firstObstacle(situation, runners);
  const lacksRunner = reason !== 'runners_busy' && reason !== 'queued';
  return lacksRunner && firstObstacle(situation, switchedOff, () => true) === 'queued' ? 'runner_off' : reason;
}

const OF_WORKSPACE: Readonly<Record<WorkspaceState, WaitingReasonCode>> = {
  busy: 'workspace_busy',
  confirmed: 'workspace_busy',
  lost: 'workspace_lost',
  undecided: 'workspace_undecided',
};

/** The task waits for the one that uses its workspace. */
export const isOfWorkspace = (code: WaitingReasonCode): boolean => Object.values(OF_WORKSPACE).includes(code);

function firstObstacle(
  situation: WaitingSituation,
  runners: readonly RunnerState[],
  hasSlot: (runner: RunnerState) => boolean = isFree,
): WaitingReasonCode {
  const steps: [WaitingReasonCode, (runner: RunnerState) => boolean][] = [
    ['no_runner', (runner) => serves(runner, situation.projectId)],
    ['no_runner_online', (runner) => runner.online],
    ['no_matching_tag', (runner) => tagFits(runner, situation.tag)],
    ['no_matching_app', (runner) => runner.apps.includes(situation.app)],
    ['runners_busy', hasSlot],
  ];
  let left = runners;
  for (const [reason, passes] of steps) {
    left = left.filter(passes);
    if (left.length === 0) {
      return reason;
    }
  }
  return 'queued';
}
