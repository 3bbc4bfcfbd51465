import { reservationHolds } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';

/** How long an attempt may be prepared ahead, in seconds: what it has checked out, and the secrets it has, get no older. */
const RESERVATION_SECONDS = 30;

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

/** Reserves a task for each of these runners, in place of what was reserved for them before. For the drain alone. */
export async function reserve(on: Executor, plan: readonly Reservation[]): Promise<void> {
  if (plan.length > 0) {
    await rows(on, reserveStatement, [plan.map(({ runnerId }) => runnerId), plan.map(({ taskId }) => taskId)]);
  }
}

const reserveStatement = `
  insert into reservation (runner_id, task_id, attempt_id, lease_id, until)
    select runner.id, task.id, nextval('attempt_id_seq'), gen_random_uuid(), now() + interval '${RESERVATION_SECONDS} s'
      from unnest($1::int[], $2::int[]) as item(runner, task)
      join runner on runner.id = item.runner join task on task.id = item.task and task.status = 'waiting'
     order by runner.id for key share of runner
  on conflict (runner_id) do update set task_id = excluded.task_id, attempt_id = excluded.attempt_id,
      lease_id = excluded.lease_id, until = excluded.until`;

/** The task that is reserved for a `runner`, or null. */
export const RESERVED_TASK = `(
  select task.id from reservation join task on task.id = reservation.task_id
   where reservation.runner_id = runner.id and ${reservationHolds()})`;

/** The JSON of the {@link ReservedAttempt} of a `runner`, or null. */
export const RESERVED_ATTEMPT = `(
  select json_build_object('attempt', reservation.attempt_id, 'lease', reservation.lease_id, 'taskId', task.id,
           'number', task.attempt_number + 1, 'seconds', ceil(extract(epoch from reservation.until - now())))
    from reservation join task on task.id = reservation.task_id
   where reservation.runner_id = runner.id and ${reservationHolds()})`;

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
