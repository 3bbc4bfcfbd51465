import { type Problem, problem, provesSender, type PullRequest } from '@switchyard/contracts';
import { storableText } from '@switchyard/database';
import type { PushedCommit } from '@switchyard/engine';
import type { LaunchedCode } from './launch-input.js';
import type { PullDelivery } from './pull-delivery.js';
import type { Reader } from './webhook-rules.js';

/** A pull request that starts its template. */
export interface PullLaunch {
  pullRequest: PullRequest;
  code: LaunchedCode;
  commit: PushedCommit | null;
}

/** Why it starts nothing, or not yet. */
export interface PullRefusal {
  result: 'not_matched' | 'refused' | 'awaiting_approval';
  problem: Problem;
  pullRequest: PullRequest;
}

/** How the delivery came. */
interface Delivered {
  /** A person who may manage the project has approved it. */
  approved: boolean;
  /** It can be handled again later. */
  isKept: boolean;
}

/** Effect of a pull request at an integration; `null` = no pull request, or the template does not run on them. */
export function pullVerdict(
  { row, takesPulls, takesForks }: Pick<Reader, 'row' | 'takesPulls' | 'takesForks'>,
  delivery: PullDelivery | null,
  { approved, isKept }: Delivered,
): PullLaunch | PullRefusal | null {
  if (!takesPulls || delivery === null) {
    return null;
  }
  const { pull, branch, commit, hasNewHead, shown } = delivery;
  const { author, title } = pull;
  const named = author && { author: { ...author, name: storableText(author.name) } };
  const pullRequest = { ...pull, title: storableText(title), ...named };
  const refused = (code: PullProblem, result: PullRefusal['result'] = 'refused'): PullRefusal => ({
    result,
    pullRequest,
    problem: problem(code),
  });
  if (!hasNewHead) {
    return refused('webhook_pull_request', 'not_matched');
  }
  if (!provesSender(row.authMethod)) {
    return refused('webhook_pull_request_unproved');
  }
  if (branch === null) {
    return refused('webhook_fork_unreachable');
  }
  if (pull.fork && !takesForks) {
    return refused('fork_no_runner');
  }
  if (pull.fork && !approved) {
    return isKept ? refused('webhook_fork', 'awaiting_approval') : refused('webhook_fork_large');
  }
  return { pullRequest, code: { git_branch: branch, commit_hash: commit }, commit: shown };
}

type PullProblem =
  | 'webhook_pull_request'
  | 'webhook_pull_request_unproved'
  | 'fork_no_runner'
  | 'webhook_fork'
  | 'webhook_fork_unreachable'
  | 'webhook_fork_large';
