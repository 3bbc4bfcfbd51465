import type { Issue, ScheduleResult } from '@switchyard/contracts';
import type { ScheduleRun } from '@switchyard/database';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Engine } from '../ports.js';
import type { ClaimedSchedule } from './claim-schedules.js';

/** A planned time of a claimed schedule, and the one behind it. */
export interface Firing {
  schedule: ClaimedSchedule;
  result: ScheduleResult;
  next: Date | null;
}

/** What became of a planned time at which a task was to start. */
export interface Outcome {
  result: ScheduleResult;
  issues: Issue[];
  update?: UpdateRow;
}

/** Ids of the schedules whose planned time was not taken before. */
export async function takePlannedTimes(on: Executor, firings: readonly Firing[]): Promise<Set<number>> {
  const taken = await rows<Pick<ScheduleRun, 'scheduleId'>>(
    on,
    `insert into schedule_run (schedule_id, planned, result)
       select * from unnest($1::int[], $2::timestamptz[], $3::text[])
     on conflict (schedule_id, planned) do nothing returning schedule_id as "scheduleId"`,
    [
      firings.map(({ schedule }) => schedule.id),
      firings.map(({ schedule }) => schedule.planned),
      firings.map(({ result }) => result),
    ],
  );
  return new Set(taken.map(({ scheduleId }) => scheduleId));
}

export async function storeOutcomes(
  on: Executor,
  firings: readonly Firing[],
  outcomes: readonly Outcome[],
): Promise<void> {
  await rows(
    on,
    `update schedule_run set result = given.result, task_id = given.task_id, issues = given.issues
       from unnest($1::int[], $2::timestamptz[], $3::text[], $4::int[], $5::jsonb[])
              as given(schedule_id, planned, result, task_id, issues)
      where schedule_run.schedule_id = given.schedule_id and schedule_run.planned = given.planned`,
    [
      firings.map(({ schedule }) => schedule.id),
      firings.map(({ schedule }) => schedule.planned),
      outcomes.map(({ result }) => result),
      outcomes.map(({ update }) => update?.id ?? null),
      outcomes.map(({ issues }) => JSON.stringify(issues)),
    ],
  );
}

/** A schedule that runs once is over: it is removed, or is no longer active. */
export async function advance(on: Executor, firings: readonly Firing[]): Promise<void> {
  await rows(
    on,
    `with given as (select * from unnest($1::int[], $2::timestamptz[], $3::boolean[]) as given(id, next, is_over)),
     removed as (
       delete from schedule using given
        where schedule.id = given.id and given.is_over and schedule.delete_after_run returning schedule.id)
     update schedule set next_run_at = given.next, active = not given.is_over from given
      where schedule.id = given.id and not (given.is_over and schedule.delete_after_run)`,
    [
      firings.map(({ schedule }) => schedule.id),
      firings.map(({ next }) => next),
      firings.map(({ schedule }) => schedule.type === 'run_at'),
    ],
  );
}

/** Days for which planned times are kept. The latest of a schedule stays. */
const KEEP_DAYS = 90;

export async function deleteOldRuns({ dataSource }: Engine): Promise<void> {
  await rows(
    dataSource,
    `delete from schedule_run old
      where created < now() - make_interval(days => ${KEEP_DAYS})
        and exists (select from schedule_run newer where newer.schedule_id = old.schedule_id and newer.planned > old.planned)`,
  );
}
