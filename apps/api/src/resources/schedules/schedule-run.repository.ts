import type { ScheduleRun } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** The latest planned time of each schedule that had one. */
export function findLastRuns(manager: EntityManager, scheduleIds: readonly number[]): Promise<ScheduleRun[]> {
  return manager.query<ScheduleRun[]>(
    `select last.schedule_id as "scheduleId", last.planned, last.result, last.task_id as "taskId", last.issues
       from unnest($1::int[]) as wanted(id) cross join lateral (
         select * from schedule_run where schedule_id = wanted.id order by planned desc limit 1) last`,
    [scheduleIds],
  );
}
