/** Most groups, and most failures, of one answer. */
export const MAX_OUTLINE_GROUPS = 5_000;
export const MAX_OUTLINE_FAILURES = 1_000;
