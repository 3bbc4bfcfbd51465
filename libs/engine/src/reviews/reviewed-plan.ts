import {
  hasPlannedChanges,
  isPlanned,
  isReviewWay,
  own,
  problem,
  type PullRequest,
  type ReviewWay,
} from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';
import { ReviewRefusedError } from '../errors.js';
import { type Executor, row } from '../statements/sql.js';
import { type KnownHead, readHead } from './pull-request-heads.js';

/** A plan of a pull request that may be applied. */
export type ReviewedTask = Task & { pullRequest: PullRequest; commitHash: string };

/**
 * The plan of a pull request, where it may be applied: it is the newest one of the last commit, and nothing applies it yet. The caller holds its row.
 * @param closed the pull request is to be closed, as it was merged
 * @throws ReviewRefusedError
 */
export async function requireReviewable(
  on: Executor,
  task: Task,
  template: Template,
  way: ReviewWay,
): Promise<ReviewedTask> {
  const plan = planOf(task, template, way);
  const { templateId, pullRequest, commitHash } = plan;
  requireHead(await readHead(on, templateId, pullRequest.number), commitHash, way);
  const others = await row<Others>(on, othersOf, [templateId, task.id, String(pullRequest.number), commitHash]);
  refuseOthers(others);
  return plan;
}

function planOf(task: Task, { app, type, pullRequestApply, pullRequests }: Template, way: ReviewWay): ReviewedTask {
  if (!isReviewWay(pullRequestApply, way) || !pullRequests || type !== '' || !isPlanned(app)) {
    throw new ReviewRefusedError(problem('review_way'));
  }
  if (task.pullRequest?.fork) {
    throw new ReviewRefusedError(problem('review_fork'));
  }
  if (!isPlanOfPull(task) || task.app !== app) {
    throw new ReviewRefusedError(problem('review_no_plan'));
  }
  if (task.planSummary !== null && !hasPlannedChanges(task.planSummary)) {
    throw new ReviewRefusedError(problem('review_nothing'));
  }
  return task;
}

const isPlanOfPull = (task: Task): task is ReviewedTask =>
  task.pullRequest !== null &&
  task.commitHash !== null &&
  task.review === null &&
  task.status === 'success' &&
  own(task.params, 'plan') === true;

function requireHead(head: KnownHead | undefined, commit: string, way: ReviewWay): void {
  // Some forges name the beginning of a hash.
  if (!head || !commit.startsWith(head.commit)) {
    throw new ReviewRefusedError(problem('review_head'));
  }
  if (head.closed !== (way === 'merge')) {
    throw new ReviewRefusedError(problem('review_closed'));
  }
}

interface Others {
  newer: number | null;
  applying: number | null;
}

/** Those of the pull request that came later; what ended without an effect does not count. */
const othersOf = `
  select max(id) filter (where review is null) as newer,
         max(id) filter (where review ->> 'task_id' = $2::text and status not in ('error', 'stopped', 'rejected', 'canceled')) as applying
    from task
   where template_id = $1 and id > $2::int and pull_request ->> 'number' = $3 and (review is not null or commit_hash = $4)`;

function refuseOthers(others: Others | undefined): void {
  if (others?.applying) {
    throw new ReviewRefusedError(problem('review_applied', { task: others.applying }));
  }
  if (others?.newer) {
    throw new ReviewRefusedError(problem('review_older', { task: others.newer }));
  }
}
