import { attemptAlive, runnerPresent, taskHeld, taskQueued, taskUndecided } from '@switchyard/database';
import type { DataSource } from 'typeorm';

/** One sample of a gauge. */
export interface Figure {
  label: string;
  value: number;
}

/** Tasks that have not ended, by status. Each part reads an index of the few rows that it counts. */
const openTasks = `
  select status as label, count(*)::int as value from task where ${taskQueued()} group by 1
  union all
  select 'waiting_confirmation', count(*)::int from task where ${taskUndecided()} having count(*) > 0
  union all
  select task.status, count(*)::int from attempt join task on task.id = attempt.task_id
   where ${attemptAlive()} and ${taskHeld()} group by 1`;

const oldestWaiting = `
  select coalesce(waiting_reason, 'none') as label,
         extract(epoch from now() - min(coalesce(planned, created)))::float as value
    from task where ${taskQueued()} group by 1`;

const runners = `
  select state as label, count(*)::int as value
    from (select case when not active then 'inactive'
                      when not ${runnerPresent()} then 'away'
                      when paused_reason is not null then 'paused'
                      when draining then 'draining' else 'online' end as state from runner) as each group by 1`;

const slots = `
  select 'used' as label, count(*)::int as value from attempt where ${attemptAlive()}`;

const openMessages = `
  select kind as label, count(*)::int as value from outbox_message where ended is null group by 1`;

const oldestMessages = `
  select kind as label, extract(epoch from now() - min(since))::float as value
    from outbox_message where ended is null group by 1`;

/** By the id of the receiver, of which there are few. */
const auditLag = `
  select receiver.id::text as label, coalesce(extract(epoch from now() - oldest.at), 0)::float as value
    from audit_receiver receiver left join lateral (
      select at from audit where audit.id > receiver.position order by id limit 1) oldest on true
   where receiver.active`;

const lateness = `
  select 'late' as label, greatest(0, extract(epoch from now() - min(next_due)))::float as value
    from schedule where next_due is not null having min(next_due) is not null`;

/** Everything that is read from the database for one scrape. */
export async function readFigures(dataSource: DataSource) {
  const read = (statement: string) => dataSource.query<Figure[]>(statement);
  return {
    openTasks: await read(openTasks),
    oldestWaiting: await read(oldestWaiting),
    runners: await read(runners),
    slots: await read(slots),
    openMessages: await read(openMessages),
    oldestMessages: await read(oldestMessages),
    auditLag: await read(auditLag),
    lateness: await read(lateness),
  };
}

/** A step of a task, and how long the task had the status before. */
export interface Step {
  kind: string;
  from: string | null;
  /** Seconds; null at its creation. */
  seconds: number | null;
}

const steps = `
  select event.kind, event.from_status as "from", extract(epoch from event.at - before.at)::float as seconds
    from task_event event
    left join lateral (select at from task_event where task_id = event.task_id and id < event.id and to_status is not null
                        order by id desc limit 1) before on true
   where event.id = any($1::bigint[])`;

export const readSteps = (dataSource: DataSource, ids: readonly string[]): Promise<Step[]> =>
  dataSource.query<Step[]>(steps, [ids]);

/** The id of the last event, from which the steps are counted. */
export async function lastEvent(dataSource: DataSource): Promise<string> {
  const [found] = await dataSource.query<{ id: string | null }[]>('select max(id)::text as id from task_event');
  return found?.id ?? '0';
}
