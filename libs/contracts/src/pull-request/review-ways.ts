/** Who lets the plan of a pull request be applied: nobody, or members in the product. */
export const PULL_REQUEST_APPLIES = ['nobody', 'members'] as const;
export type PullRequestApply = (typeof PULL_REQUEST_APPLIES)[number];

/** How somebody let the plan of a pull request be applied. */
export const REVIEW_WAYS = ['members', 'comment', 'merge'] as const;
export type ReviewWay = (typeof REVIEW_WAYS)[number];

/** Whether a template lets plans be applied in this way. */
export const isReviewWay = (setting: PullRequestApply, way: ReviewWay): boolean => setting === way;
