import { CONTAINER_ENGINE, type WaitingReasonCode } from '@switchyard/contracts';
import type { RunnerLoad } from './runner-load.js';
import { isFree, serves, tagFits } from './runner-matching.js';

/** How a task has the workspace: a runner works on it, it is lost with its lock, or its plan waits for a runner or for a decision. */
export type WorkspaceStatus = 'busy' | 'lost' | 'confirmed' | 'undecided';

/** Situation of the waiting tasks of one project, template, tag, app and workspace. */
export interface WaitingSituation {
  projectId: number;
  tag: string;
  app: string;
  /** Use of their workspace by another task; `null` = none, or the workspace is theirs. */
  workspace: WorkspaceStatus | null;
  /** The template allows one task at a time and has one. */
  templateBusy: boolean;
  /** The project has reached its limit of parallel tasks. */
  projectFull: boolean;
}

/** Why tasks wait, with the runner that the reason is about. */
export interface WaitingDecision {
  code: WaitingReasonCode;
  /** Its name; `null` = the reason is about none. */
  runner: string | null;
}

/**
 * Why the tasks wait: the first obstacle in the order in which a drain meets them. Where no runner fits, one that would is the reason:
 * it drains, has paused itself, is refused, is away, or is here and switched off.
 */
export function decideWaitingReason(
  situation: WaitingSituation,
  runners: readonly RunnerLoad[],
  switchedOff: readonly RunnerLoad[] = [],
): WaitingDecision {
  if (situation.workspace) {
    return about(OF_WORKSPACE[situation.workspace]);
  }
  if (situation.templateBusy) {
    return about('template_busy');
  }
  if (situation.projectFull) {
    return about('project_limit');
  }
  const reason = firstObstacle(situation, runners);
  const lacksRunner = reason !== 'runners_busy' && reason !== 'queued';
  return (lacksRunner ? unavailableRunner(situation, runners, switchedOff) : undefined) ?? about(reason);
}

const about = (code: WaitingReasonCode, runner: string | null = null): WaitingDecision => ({ code, runner });

/** As they are named: what a person has done before what has happened. */
const UNAVAILABLE_REASONS = [
  'draining',
  'paused',
  'refused',
  'away',
] as const satisfies RunnerLoad['unavailableReason'][];

/** The runner that would take the tasks if it were online or switched on. The apps of a refused one may not be known yet. */
function unavailableRunner(
  situation: WaitingSituation,
  runners: readonly RunnerLoad[],
  switchedOff: readonly RunnerLoad[],
): WaitingDecision | undefined {
  const appsOf = ({ apps, unavailableReason: reason }: RunnerLoad): readonly string[] =>
    reason === 'refused' && apps.length === 0 ? [situation.app] : apps;
  const could = (runner: RunnerLoad): boolean =>
    firstObstacle(situation, [{ ...runner, online: true, apps: appsOf(runner) }], () => true) === 'queued';
  const unavailable = runners.filter((runner) => !runner.online && could(runner));
  for (const unavailableReason of UNAVAILABLE_REASONS) {
    const found = unavailable.find((runner) => runner.unavailableReason === unavailableReason);
    if (found) {
      return about(`runner_${unavailableReason}`, found.name);
    }
  }
  const off = switchedOff.find((runner) => runner.online && could(runner));
  return off && about('runner_off', off.name);
}

const OF_WORKSPACE: Readonly<Record<WorkspaceStatus, WaitingReasonCode>> = {
  busy: 'workspace_busy',
  confirmed: 'workspace_busy',
  lost: 'workspace_lost',
  undecided: 'workspace_undecided',
};

/** The task waits for the one that uses its workspace. */
export const isOfWorkspace = (code: WaitingReasonCode): boolean => Object.values(OF_WORKSPACE).includes(code);

function firstObstacle(
  situation: WaitingSituation,
  runners: readonly RunnerLoad[],
  hasSlot: (runner: RunnerLoad) => boolean = isFree,
): WaitingReasonCode {
  const steps: [WaitingReasonCode, (runner: RunnerLoad) => boolean][] = [
    ['no_runner', (runner) => serves(runner, situation.projectId)],
    ['no_runner_online', (runner) => runner.online],
    ['no_matching_tag', (runner) => tagFits(runner, situation.tag)],
    [
      situation.app === CONTAINER_ENGINE ? 'no_container_engine' : 'no_matching_app',
      (runner) => runner.apps.includes(situation.app),
    ],
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
