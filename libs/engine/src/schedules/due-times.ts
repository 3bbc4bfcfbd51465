import { activity, activitySentence, type Issue, type ScheduleResult } from '@switchyard/contracts';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Engine } from '../ports.js';
import type { ClaimedSchedule } from './claim-schedules.js';

/** A due time of a claimed schedule, and the one behind it. */
export interface Firing {
  schedule: ClaimedSchedule;
  result: ScheduleResult;
  next: Date | null;
}

/** Result of a due time at which a task or a run was to start. */
export interface Outcome {
  result: ScheduleResult;
  issues: Issue[];
  update?: UpdateRow;
  /** The run of a workflow that was started, */
  runId?: number;
  /** and the tasks of its first nodes. */
  updates?: UpdateRow[];
}

/** Columns of a due time that are stored. */
type Run = Pick<Firing, 'schedule'> & Outcome;

/**
 * Stores what became of due times; a second row for one of them fails. Those of schedules that are removed have nobody to
 * belong to. Missed due times are noted in the activity log as well.
 */
export async function storeRuns(on: Executor, runs: readonly Run[]): Promise<void> {
  const kept = runs.filter(({ schedule }) => !isRemoved(schedule));
  await rows(
    on,
    `insert into schedule_run (schedule_id, due, result, task_id, issues, run_id)
       select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::int[], $5::jsonb[], $6::int[])`,
    [
      kept.map(({ schedule }) => schedule.id),
      kept.map(({ schedule }) => schedule.due.toISOString()),
      kept.map(({ result }) => result),
      kept.map(({ update }) => update?.id ?? null),
      kept.map(({ issues }) => JSON.stringify(issues)),
      kept.map(({ runId }) => runId ?? null),
    ],
  );
  await noteMissed(
    on,
    runs.filter(({ result }) => result === 'missed'),
  );
}

async function noteMissed(on: Executor, missed: readonly Run[]): Promise<void> {
  if (missed.length === 0) {
    return;
  }
  const activities = missed.map(({ schedule: { id, name, due } }) =>
    activity('schedule_missed', { id, name, planned: due.toISOString() }),
  );
  await rows(
    on,
    `insert into event (project_id, object_type, object_id, description, activity)
       select given.project_id, 'schedule', given.id, given.description, given.activity
         from unnest($1::int[], $2::int[], $3::text[], $4::jsonb[]) as given(project_id, id, description, activity)`,
    [
      missed.map(({ schedule }) => schedule.project_id),
      missed.map(({ schedule }) => schedule.id),
      activities.map(activitySentence),
      activities.map((each) => JSON.stringify(each)),
    ],
  );
}

const isRemoved = ({ type, delete_after_run: isDeleted }: ClaimedSchedule): boolean => type === 'run_at' && isDeleted;

/** A schedule that runs once is over: it is removed, or is no longer active. */
export async function advance(on: Executor, firings: readonly Firing[]): Promise<void> {
  await rows(
    on,
    `with given as (select * from unnest($1::int[], $2::timestamptz[], $3::boolean[]) as given(id, next, is_over)),
     removed as (
       delete from schedule using given
        where schedule.id = given.id and given.is_over and schedule.delete_after_run returning schedule.id)
     update schedule set next_due = given.next, active = not given.is_over from given
      where schedule.id = given.id and not (given.is_over and schedule.delete_after_run)`,
    [
      firings.map(({ schedule }) => schedule.id),
      firings.map(({ next }) => next?.toISOString() ?? null),
      firings.map(({ schedule }) => schedule.type === 'run_at'),
    ],
  );
}

/** Days for which due times are kept. The latest of a schedule stays. */
const KEEP_DAYS = 90;

export async function deleteOldRuns({ dataSource }: Engine): Promise<void> {
  await rows(
    dataSource,
    `delete from schedule_run old
      where created < now() - make_interval(days => ${KEEP_DAYS})
        and exists (select from schedule_run newer where newer.schedule_id = old.schedule_id and newer.due > old.due)`,
  );
}
