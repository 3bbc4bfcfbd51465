import { type RowOf, type Schedule, taskFinal, workflowRunAlive } from '@switchyard/database';
import { type Executor, row, rows } from '../statements/sql.js';
import { MISSED_AFTER_SECONDS } from './due-decision.js';

type Copied =
  | 'id'
  | 'project_id'
  | 'template_id'
  | 'workflow_id'
  | 'repository_id'
  | 'name'
  | 'type'
  | 'cron_format'
  | 'timezone'
  | 'saved_by';
type Policies = 'overlap_policy' | 'missed_policy' | 'task_params' | 'secret' | 'delete_after_run';

/** A schedule that is due, held by the transaction that claimed it. */
export interface ClaimedSchedule extends Pick<RowOf<Schedule>, Copied | Policies> {
  due: Date;
  /** The moment of the claim, by the clock of the database. */
  now: Date;
  /** A task or run of it has not ended, and it must not overlap. */
  busy: boolean;
  /** The due time was decided before: a clock was set back. */
  decided: boolean;
}

/** SQL: a task or run of schedule `s` has not ended; read only where that counts. */
const BUSY = `(s.overlap_policy = 'skip' and case when s.workflow_id is null
  then exists (select from task where task.schedule_id = s.id and not ${taskFinal()})
  else exists (select from workflow_run r where r.schedule_id = s.id and ${workflowRunAlive('r')}) end)`;

/**
 * Claims schedules that are due, the earliest due time first, of one moment those of one template after the other, so
 * that dispatchers that claim at the same time seldom count tasks at the same template. Answers them in the order of their
 * templates and workflows. Schedules that another dispatcher holds, and those of a project that is being deleted, are left out.
 * @param without ids that are left out
 * @param zone stands for the zone of schedules that name none
 */
export async function claimSchedules(
  on: Executor,
  { limit, without, zone }: { limit: number; without: readonly number[]; zone: string },
): Promise<ClaimedSchedule[]> {
  const claimed = await rows<ClaimedSchedule>(
    on,
    `select s.id, s.project_id, s.template_id, s.workflow_id, s.repository_id, s.name, s.type, s.cron_format, coalesce(nullif(s.timezone, ''), $3) as timezone,
            s.overlap_policy, s.missed_policy, s.task_params, s.secret, s.delete_after_run, s.saved_by,
            s.next_due as due, now() as now, ${BUSY} as busy,
            exists (select from schedule_run r where r.schedule_id = s.id and r.due = s.next_due) as decided
       from schedule s join project p on p.id = s.project_id and p.deleting is null
      where s.next_due <= now() and s.id <> all($2::int[])
      order by s.next_due, s.template_id, s.id limit $1
        for key share of p skip locked for no key update of s skip locked`,
    [limit, without, zone],
  );
  return claimed.sort((one, other) => startedOf(one) - startedOf(other) || one.id - other.id);
}

const startedOf = ({ template_id, workflow_id }: ClaimedSchedule): number => template_id ?? workflow_id ?? 0;

/** Milliseconds until a schedule is due, 0 or less = now; null = none ever is. */
export async function untilNextDue(on: Executor): Promise<number | null> {
  const next = await row<{ ms: number }>(
    on,
    `select (extract(epoch from next_due - clock_timestamp()) * 1000)::float8 as ms
       from schedule where next_due is not null order by next_due limit 1`,
  );
  return next?.ms ?? null;
}

/** SQL: schedule `s` is due, and replaces what it started before. */
const REPLACES = `s.next_due <= now() and s.overlap_policy = 'replace' and s.repository_id is null
  and (s.missed_policy = 'run_once' or s.next_due >= now() - make_interval(secs => ${MISSED_AFTER_SECONDS}))`;

/** Tasks that have not ended of schedules that are due and replace them. */
export const findReplaced = (on: Executor, limit: number): Promise<{ taskId: number; projectId: number }[]> =>
  rows(
    on,
    `select task.id as "taskId", task.project_id as "projectId"
       from schedule s join task on task.schedule_id = s.id and not ${taskFinal()} and task.status <> 'stopping'
      where ${REPLACES} limit $1`,
    [limit],
  );

/** Runs of workflows that go on, of schedules that are due and replace them. */
export const findReplacedRuns = (on: Executor, limit: number): Promise<{ runId: number; projectId: number }[]> =>
  rows(
    on,
    `select r.id as "runId", r.project_id as "projectId"
       from schedule s join workflow_run r on r.schedule_id = s.id and ${workflowRunAlive('r')} and r.status <> 'stopping'
      where ${REPLACES} limit $1`,
    [limit],
  );
