import type { Task } from '@switchyard/contracts';

/** Start and end whose distance is how long a task was at work; without an end it still is. */
export interface OwnTime {
  start: string | null;
  end: string | null;
}

/**
 * The time of a task without the wait of its plan for a decision. It ends with the plan while nobody has decided, and begins later by
 * the wait once somebody has.
 */
export function ownTime({
  start,
  end,
  planned,
  decided,
}: Pick<Task, 'start' | 'end' | 'planned' | 'decided'>): OwnTime {
  if (start === null || planned === null) {
    return { start, end };
  }
  if (decided === null) {
    return { start, end: planned };
  }
  const waitedMs = Math.max(0, Date.parse(decided) - Date.parse(planned));
  return { start: new Date(Date.parse(start) + waitedMs).toISOString(), end };
}
