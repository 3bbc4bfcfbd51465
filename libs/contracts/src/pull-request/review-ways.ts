/**
 * Who lets the plan of a pull request be applied: nobody, members in the product, members in the product or by a comment, or the
 * merge alone.
 */
export const PULL_REQUEST_APPLIES = ['nobody', 'members', 'comment', 'merge'] as const;
export type PullRequestApply = (typeof PULL_REQUEST_APPLIES)[number];

/** How somebody let the plan of a pull request be applied. */
export const REVIEW_WAYS = ['members', 'comment', 'merge'] as const;
export type ReviewWay = (typeof REVIEW_WAYS)[number];

/** Whether a template lets plans be applied in this way. */
export const isReviewWay = (setting: PullRequestApply, way: ReviewWay): boolean =>
  setting === way || (way === 'members' && setting === 'comment');

/** First line of a comment that lets the plan of a task be applied, whole. */
export const applyCommand = (taskId: number): string => `/switchyard apply ${taskId}`;

const COMMAND = /^\/switchyard apply ([1-9]\d{0,8})$/;

/** The task that the first line of a comment names; null = it is no command. */
export function commandedTask(comment: string): number | null {
  const [first = ''] = comment.split(/\r?\n/, 1);
  const id = COMMAND.exec(first.trimEnd())?.[1];
  return id === undefined ? null : Number(id);
}
