import type { MissedPolicy, OverlapPolicy, ScheduleResult, ScheduleType } from '@switchyard/contracts';
import { nextRun } from './calendar.js';

/** A due time that is noticed later than so many seconds was missed. */
export const MISSED_AFTER_SECONDS = 300;

/** A schedule whose time has come. */
export interface DueSchedule {
  type: ScheduleType;
  cron_format: string;
  /** IANA name of the zone that counts. */
  timezone: string;
  overlap_policy: OverlapPolicy;
  missed_policy: MissedPolicy;
  due: Date;
  /** A task or run of it has not ended. */
  busy: boolean;
}

export interface DueDecision {
  result: Extract<ScheduleResult, 'started' | 'skipped' | 'missed'>;
  /** The next due time, behind `now`: however many went by, they are one. */
  next: Date | null;
}

/** Decides about a due time. */
export function dueDecision(schedule: DueSchedule, now: Date): DueDecision {
  const { type, cron_format: cron, timezone, due, busy } = schedule;
  const isMissed = now.getTime() - due.getTime() > MISSED_AFTER_SECONDS * 1000;
  const next = type === 'run_at' ? null : nextRun({ cron, timezone }, now);
  if (isMissed && schedule.missed_policy === 'skip') {
    return { result: 'missed', next };
  }
  return { result: busy && schedule.overlap_policy === 'skip' ? 'skipped' : 'started', next };
}
