import {
  applyCommand,
  type Problem,
  type PullRequestApply,
  sentenceOf,
  type TaskProgress,
  type TaskReview,
} from '@switchyard/contracts';
import { code } from './markdown-code.js';

/** Most characters of a description that all forges take. */
const LONGEST = 140;

/** Who let a plan be applied, and where. */
const approval = ({ way, account }: TaskReview, reviewer: string | null, named: (name: string) => string): string => {
  const who = way === 'members' ? reviewer : account;
  const by = who === null ? '' : named(who);
  return {
    members: `in Switchyard${by && ` by ${by}`}`,
    comment: `by a comment of ${by || 'somebody'}`,
    merge: `on merge${by && ` by ${by}`}`,
  }[way];
};

const DIFFERS = {
  different: 'the plan differs from what was reviewed',
  unknown: 'the plan could not be compared with what was reviewed',
} as const;

const whyWaits = ({ plan }: TaskReview): string | null =>
  plan === 'different' || plan === 'unknown' ? DIFFERS[plan] : null;

/** Text that a forge shows beside the commit of a task that applies a reviewed plan; null = the usual words. */
export function reviewStatus(progress: TaskProgress, review: TaskReview, reviewer: string | null): string | null {
  const why = whyWaits(review);
  if (progress === 'confirmation') {
    return why && `Waiting for confirmation: ${why}`;
  }
  return progress === 'success' ? `Applied ${approval(review, reviewer, (name) => name)}`.slice(0, LONGEST) : null;
}

/** Lines of a comment about a task that applies a reviewed plan. */
export function reviewLines(progress: TaskProgress, review: TaskReview, reviewer: string | null): string[] {
  const why = progress === 'confirmation' ? whyWaits(review) : null;
  return [
    `It applies the plan of task ${code(`#${review.task_id}`)}, ${approval(review, reviewer, code)}.`,
    ...(why === null ? [] : [`Not applied yet: ${why}. Somebody has to confirm it in Switchyard.`]),
  ];
}

/** How the plan of a task can be applied; none where it cannot. */
export function invitation(taskId: number, apply: PullRequestApply | null): string[] {
  if (apply === 'merge') {
    return ['This plan is applied once the pull request is merged.'];
  }
  if (apply === 'comment') {
    return [`To apply this plan, comment ${code(applyCommand(taskId))}, or press Apply in the task.`];
  }
  return apply === 'members' ? ['To apply this plan, open the task and press Apply.'] : [];
}

export const refusalLine = (problem: Problem): string => `Not applied: ${sentenceOf(problem)}.`;
