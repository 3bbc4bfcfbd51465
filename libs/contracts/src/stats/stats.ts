import { z } from 'zod';
import { TaskStatus } from '../task/status.js';

/** A day in UTC, `YYYY-MM-DD`. */
const Day = z.iso.date().max(10);

/** Days from `start` on, before `end`; without `start` those of the last year. `user_id` keeps what that person started. */
export const StatsQuery = z.object({
  start: Day.optional(),
  end: Day.optional(),
  user_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});
export type StatsQuery = z.infer<typeof StatsQuery>;

/** The tasks that ended on a day, in UTC. */
export const DayStats = z.object({
  date: Day,
  /** Of each final status; 0 = no task ended so. */
  count_by_status: z.partialRecord(TaskStatus, z.int().min(0)),
  /** Seconds from start to end of those that ran; 0 = none did. */
  avg_duration: z.int().min(0),
});
export type DayStats = z.infer<typeof DayStats>;
