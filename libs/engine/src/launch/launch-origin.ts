import type { PullRequest } from '@switchyard/contracts';
import type { NewTask } from './new-task.js';

/** Who or what starts a task. */
export type LaunchOrigin =
  | { kind: 'user'; userId: number; managesProject: boolean }
  /** A task that succeeded, for a deploy that follows by itself. */
  | { kind: 'autorun' }
  | { kind: 'schedule'; scheduleId: number }
  /** A node of a workflow; the task is of who started the run. */
  | { kind: 'workflow'; userId: number | null }
  | { kind: 'integration'; integrationId: number; commit?: PushedCommit | null; pullRequest?: PullRequest | null };

/** A commit as its sender shows it: bounded text, and an address of the web. */
export interface PushedCommit {
  hash: string;
  message: string;
  author: string;
  /** `null` = none is known. */
  url: string | null;
}

/** The columns of a task for who started it. */
export function starterOf(origin: LaunchOrigin): Pick<NewTask, 'userId' | 'scheduleId' | 'integrationId'> {
  return {
    userId: origin.kind === 'user' || origin.kind === 'workflow' ? origin.userId : null,
    scheduleId: origin.kind === 'schedule' ? origin.scheduleId : null,
    integrationId: origin.kind === 'integration' ? origin.integrationId : null,
  };
}

/** The pull request that starts a task; its code is let in by the switch of the template. */
export const pullRequestOf = (origin: LaunchOrigin): PullRequest | null =>
  (origin.kind === 'integration' ? origin.pullRequest : null) ?? null;

/** Returns the sender's facts about the launched commit; none of another commit. */
export function shownCommit(
  origin: LaunchOrigin,
  commitHash: string | null,
): Pick<NewTask, 'commitMessage' | 'commitAuthor' | 'commitUrl'> {
  const commit = origin.kind === 'integration' ? origin.commit : null;
  return commit && commit.hash === commitHash
    ? { commitMessage: commit.message, commitAuthor: commit.author, commitUrl: commit.url }
    : {};
}

/**
 * Whether somebody who manages the project chose the names of the variables of a launch. Only such people write schedules, workflows and
 * integrations; who calls an integration gives values alone.
 */
export function isTrusted(origin: LaunchOrigin): boolean {
  return origin.kind !== 'autorun' && (origin.kind !== 'user' || origin.managesProject);
}

/** Whether nobody sees at once what the template leaves out of a launch. */
export const isUnattended = ({ kind }: LaunchOrigin): boolean => kind !== 'user' && kind !== 'autorun';

/** An autorun has nobody who could answer: it goes without the answers that are missing. Those that are there must fit. */
export function needsAnswers(origin: LaunchOrigin): boolean {
  return origin.kind !== 'autorun';
}
