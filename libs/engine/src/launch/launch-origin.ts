import type { NewTask } from './new-task.js';

/** Who or what starts a task. */
export type LaunchOrigin =
  | { kind: 'user'; userId: number; managesProject: boolean }
  /** A task that succeeded, for a deploy that follows by itself. */
  | { kind: 'autorun' }
  | { kind: 'schedule'; scheduleId: number }
  | { kind: 'integration'; integrationId: number };

/** The columns of a task for who started it. */
export function starterOf(origin: LaunchOrigin): Pick<NewTask, 'userId' | 'scheduleId' | 'integrationId'> {
  return {
    userId: origin.kind === 'user' ? origin.userId : null,
    scheduleId: origin.kind === 'schedule' ? origin.scheduleId : null,
    integrationId: origin.kind === 'integration' ? origin.integrationId : null,
  };
}

/**
 * Whether the variables of a launch come from somebody who manages the project. Those of a schedule do, since only such
 * people write schedules; those of an integration come from its caller.
 */
export function isTrusted(origin: LaunchOrigin): boolean {
  return origin.kind === 'schedule' || (origin.kind === 'user' && origin.managesProject);
}

/** An autorun has nobody who could answer: it goes without the answers that are missing. */
export function needsAnswers(origin: LaunchOrigin): boolean {
  return origin.kind !== 'autorun';
}
