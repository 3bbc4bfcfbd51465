import type { TimelineStage } from './stage-states.js';

type Decision = Pick<TimelineStage, 'start' | 'end'>;

/** The start that a duration counts from, so that the wait for a decision is no part of it. */
export function ownStart(start: string, decision: Decision | undefined): string {
  if (!decision?.start || !decision.end) {
    return start;
  }
  const waitedMs = Date.parse(decision.end) - Date.parse(decision.start);
  return new Date(Date.parse(start) + waitedMs).toISOString();
}
