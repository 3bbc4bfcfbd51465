import { reservationHolds } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';

/** How long an attempt may be prepared ahead, in seconds: what it has checked out, and the secrets it has, get no older. */
const RESERVATION_SECONDS = 30;
/** For how long other runners leave the task to the one that prepares it where they have prepared another, in seconds. */
const FRESH_SECONDS = 2;

/** An attempt that its runner may prepare and not start. */
export interface ReservedAttempt {
  attempt: number;
  lease: string;
  taskId: number;
  /** Number of the attempt. */
  number: number;
  /** For how long it is reserved, in seconds. */
  seconds: number;
}

interface Reservation {
  runnerId: number;
  taskId: number;
}

/** Reserves tasks for runners, and removes what has lapsed. For the drain alone. */
export async function reserve(on: Executor, plan: readonly Reservation[]): Promise<void> {
  if (plan.length > 0) {
    await rows(on, reserveStatement, [plan.map(({ runnerId }) => runnerId), plan.map(({ taskId }) => taskId)]);
  }
}

const reserveStatement = `
  with lapsed as (delete from reservation where until < now())
  insert into reservation (runner_id, task_id, attempt_id, lease_id, until)
    select runner.id, task.id, nextval('attempt_id_seq'), gen_random_uuid(), now() + interval '${RESERVATION_SECONDS} s'
      from unnest($1::int[], $2::int[]) as item(runner, task)
      join runner on runner.id = item.runner join task on task.id = item.task and task.status = 'waiting'
     order by runner.id for key share of runner`;

/** The `task` is reserved for the runner of the `item`, and its begin keeps no other task waiting. */
export const RESERVED_AND_PARALLEL = `task.workspace_id = 0 and exists (
  select from reservation join runner on runner.id = item.runner join template on template.id = task.template_id
   where template.allow_parallel_tasks and ${reservationHolds()})`;

/** The reservations of a `runner` that hold, each with its `task`. */
const RESERVED = `reservation join task on task.id = reservation.task_id
   where reservation.runner_id = runner.id and ${reservationHolds()}`;

/** A row for each `runner`: ids of the tasks `reserved` for it, null = none, and those that were reserved a moment ago as `fresh`. */
export const RESERVED_TASKS = `(
  select array_agg(task.id) as reserved,
         array_agg(task.id) filter (where reservation.until > now() + interval '${RESERVATION_SECONDS - FRESH_SECONDS} s') as fresh
    from ${RESERVED})`;

/** JSON of every {@link ReservedAttempt} of a `runner`, the oldest task first; null = none. */
export const RESERVED_ATTEMPTS = `(
  select json_agg(json_build_object('attempt', reservation.attempt_id, 'lease', reservation.lease_id, 'taskId', task.id,
           'number', task.attempt_number + 1, 'seconds', ceil(extract(epoch from reservation.until - now()))) order by task.id)
    from ${RESERVED})`;

/** Wakes the runners that prepare a task which does not wait any more, so that they throw away what they have made. */
export async function wakePreparing(engine: Engine, taskId: number): Promise<void> {
  const preparing = await rows<{ runner_id: number }>(
    engine.dataSource,
    'select runner_id from reservation where task_id = $1 and until > now()',
    [taskId],
  );
  if (preparing.length > 0) {
    engine.signals.runnersWoken(preparing.map(({ runner_id: id }) => id));
  }
}
