import { effectiveApp, issueAt, problem, type TaskNote } from '@switchyard/contracts';
import { storableText, type Task } from '@switchyard/database';
import { LaunchRefusedError, MissingReferenceError } from '../errors.js';
import type { NewTask } from './new-task.js';
import type { TaskSources } from './task-sources.js';

/** A task as it is to be stored, but for what the database gives it. */
export type TaskDraft = Omit<Task, 'id' | 'created'>;

/**
 * The row of a new task, which takes tag, app and commit from its sources.
 * @param sources what was read for this task
 * @throws MissingReferenceError when inventory or build task is unknown, of another project, or not what the deploy builds on
 * @throws LaunchRefusedError for code of a fork where the template names no runners for it, and where nothing gives the token that the template asks for
 */
export function draftOf(task: NewTask, sources: TaskSources, version: string | null): TaskDraft {
  const app = effectiveApp(sources.template.app);
  const tag = tagOf(task, sources);
  requireApp(task, sources);
  return {
    projectId: task.projectId,
    templateId: task.templateId,
    status: 'waiting',
    waitingReason: 'queued',
    tag,
    app,
    workspaceId: workspaceOf(task, sources),
    playbook: task.playbook ?? '',
    environment: task.environment ?? '',
    secret: task.secret ?? null,
    arguments: task.arguments ?? null,
    gitBranch: task.gitBranch ?? null,
    message: task.message ?? '',
    params: task.params ?? {},
    ...launchOf(task),
    inventoryId: task.inventoryId ?? null,
    buildTaskId: task.buildTaskId ?? null,
    version,
    commitHash: task.commitHash ?? builtCommit(task, sources),
    ...commitFacts(task),
    ...pullFacts(task),
    userId: task.userId ?? null,
    integrationId: task.integrationId ?? null,
    scheduleId: task.scheduleId ?? null,
    ...NOTHING_YET,
  };
}

/** Columns that a task gets later, with their defaults. */
export const NOTHING_YET = {
  waitingFor: null,
  commitBranch: null,
  started: null,
  ended: null,
  runnerId: null,
  attemptNumber: 0,
  logAttempt: 0,
  planSummary: null,
  planDigest: null,
  planned: null,
  decidedBy: null,
  decided: null,
  decisionReason: null,
  stoppedBy: null,
  stopReason: null,
  endReason: null,
  endProblem: null,
  exitCode: null,
  notes: [] as TaskNote[],
  logArchived: null,
} as const;

const launchOf = ({
  ignored = [],
  trustedVariables = false,
  traceparent = null,
}: NewTask): Pick<TaskDraft, 'ignored' | 'trustedVariables' | 'traceparent'> => ({
  ignored,
  trustedVariables,
  traceparent,
});

/** A sender may show what a database cannot hold. */
const commitFacts = ({
  commitMessage = '',
  commitAuthor = '',
  commitUrl = null,
}: NewTask): Pick<TaskDraft, 'commitMessage' | 'commitAuthor' | 'commitUrl'> => ({
  commitMessage: storableText(commitMessage),
  commitAuthor: storableText(commitAuthor),
  commitUrl,
});

const pullFacts = ({
  pullRequest = null,
  review = null,
  reviewKey = null,
}: NewTask): Pick<TaskDraft, 'pullRequest' | 'review' | 'reviewKey'> => ({ pullRequest, review, reviewKey });

/** Code of forks gets no token, and needs none that gives it. */
function requireApp(task: NewTask, { lacksApp }: TaskSources): void {
  if (lacksApp && !isForkCode(task)) {
    throw new LaunchRefusedError([issueAt([], problem('forge_token_no_app'))]);
  }
}

function tagOf(task: NewTask, { template, inventory, inventoryTag }: TaskSources): string {
  const { inventoryId } = task;
  if (inventoryId && inventory?.id !== inventoryId) {
    throw new MissingReferenceError('inventory_id');
  }
  if (isForkCode(task)) {
    if (template.forkRunnerTag === null) {
      throw new LaunchRefusedError([issueAt([], problem('fork_no_runner'))]);
    }
    return template.forkRunnerTag;
  }
  return template.runnerTag ?? (inventoryId ? inventory?.tag : inventoryTag) ?? '';
}

/** References of pull requests: people write to them who may not push to the repository. */
const OF_PULLS = /^refs\/(?:pull|merge-requests|changes)\//;

/** Whether a branch is the reference of a pull request. */
export const isPullReference = (branch: string | null): boolean => OF_PULLS.test(branch ?? '');

/** Whether a task runs code that may come from outside the repository. */
const isForkCode = ({ pullRequest, gitBranch }: NewTask): boolean =>
  pullRequest?.fork === true || isPullReference(gitBranch ?? null);

/** The one that the launch names counts before the template's own; 0 = none. */
function workspaceOf({ inventoryId }: NewTask, { inventory, ownWorkspaceId }: TaskSources): number {
  const named = inventory !== null && inventory.workspace !== null ? inventory.id : null;
  return (inventoryId ? named : ownWorkspaceId) ?? 0;
}

function builtCommit({ buildTaskId }: NewTask, { template, build }: TaskSources): string | null {
  if (!buildTaskId) {
    return null;
  }
  if (build?.id !== buildTaskId || build.templateId !== template.buildTemplateId) {
    throw new MissingReferenceError('build_task_id');
  }
  return build.commitHash;
}
