/** How many lines are fetched of the end of a log, which is shown first. */
export const OPENING_LINES = 500;
