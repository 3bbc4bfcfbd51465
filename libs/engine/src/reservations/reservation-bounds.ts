/** Most attempts that a runner prepares at once. */
export const MOST_RESERVED = 16;

/** Most attempts that a runner prepares that was given so many a moment ago. @param limit most that it may have at once; 0 = no limit */
export const mostReserved = (limit: number, given: number): number =>
  Math.min(limit || MOST_RESERVED, MOST_RESERVED, Math.max(1, given));

/** True when it is time to reserve more tasks for a runner that may prepare so many. */
export const runsLow = (reserved: number, most: number): boolean => reserved * 2 <= Math.min(most, MOST_RESERVED);
