import type { DataSource, EntityManager } from 'typeorm';
import type { MonthUsage } from './quota-decision.js';

type Executor = Pick<DataSource | EntityManager, 'query'>;

/** Tier and usage of a project in the present month, running tasks included. */
export interface ProjectUsage extends MonthUsage {
  projectId: number;
  tier: string;
  balanceCents: number;
}

/** @param zone IANA name of the zone in which months end */
export async function readUsage(on: Executor, projectIds: readonly number[], zone: string): Promise<ProjectUsage[]> {
  const found = await on.query<Record<keyof ProjectUsage, string | number>[]>(USAGE, [projectIds, zone]);
  return found.map(({ projectId, tier, ...numbers }) => ({
    projectId: Number(projectId),
    tier: String(tier),
    seconds: Number(numbers.seconds),
    bytes: Number(numbers.bytes),
    coveredMinutes: Number(numbers.coveredMinutes),
    balanceCents: Number(numbers.balanceCents),
  }));
}

/** When the present month ends. */
export async function monthEnd(on: Executor, zone: string): Promise<Date> {
  const [found] = await on.query<{ end: Date }[]>(
    `select (date_trunc('month', now() at time zone $1) + interval '1 month') at time zone $1 as end`,
    [zone],
  );
  return found?.end ?? new Date();
}

/** Adds what ended tasks used to their months. Of a project that is gone nothing is kept. */
export const addUsage = (on: Executor, taskIds: readonly number[], zone: string): Promise<unknown> =>
  on.query(ADDITION, [taskIds, zone]);

/** Keeps how many minutes of the month are covered. */
export const coverMinutes = (on: Executor, projectId: number, month: string, minutes: number): Promise<unknown> =>
  on.query('update billing_usage set covered_minutes = $3 where project_id = $1 and month = $2', [
    projectId,
    month,
    minutes,
  ]);

/** Months of projects in which tasks ended. */
export const monthsOf = (
  on: Executor,
  taskIds: readonly number[],
  zone: string,
): Promise<{ projectId: number; month: string; seconds: string; bytes: string; coveredMinutes: number }[]> =>
  on.query(MONTHS, [taskIds, zone]);

const USAGE = `
  select given.id as "projectId", coalesce(account.tier, 'free') as tier,
         coalesce(used.seconds, 0) + coalesce(running.seconds, 0) as seconds, coalesce(used.bytes, 0) as bytes,
         coalesce(used.covered_minutes, 0) as "coveredMinutes", coalesce(books.cents, 0) as "balanceCents"
    from unnest($1::int[]) as given(id)
    left join billing_account account on account.project_id = given.id
    left join billing_usage used
      on used.project_id = given.id and used.month = date_trunc('month', now() at time zone $2)::date
    left join lateral (
      select sum(extract(epoch from now() - task.started)) as seconds from task
       where task.project_id = given.id and task.status in ('running', 'stopping') and task.started is not null
    ) running on true
    left join lateral (
      select sum(case when credit = 'customer' then cents when debit = 'customer' then -cents end) as cents
        from billing_transfer where project_id = given.id
    ) books on true`;

const ADDITION = `
  insert into billing_usage (project_id, month, seconds, bytes)
    select task.project_id, date_trunc('month', task.ended at time zone $2)::date,
           coalesce(sum(ceil(extract(epoch from task.ended - task.started))), 0)::bigint, coalesce(sum(log.bytes), 0)::bigint
      from task
      left join lateral (select sum(bytes) as bytes from attempt_log where task_id = task.id) log on true
     where task.id = any($1::int[]) and task.ended is not null and task.started is not null
     group by 1, 2 order by 1, 2
  on conflict (project_id, month) do update
    set seconds = billing_usage.seconds + excluded.seconds, bytes = billing_usage.bytes + excluded.bytes`;

const MONTHS = `
  select used.project_id as "projectId", to_char(used.month, 'YYYY-MM-DD') as month, used.seconds, used.bytes,
         used.covered_minutes as "coveredMinutes"
    from billing_usage used
   where (used.project_id, used.month) in (
     select task.project_id, date_trunc('month', task.ended at time zone $2)::date from task
      where task.id = any($1::int[]) and task.ended is not null and task.started is not null)
   order by 1, 2`;
