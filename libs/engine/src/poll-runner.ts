import type { Directions, HeldAttempt, Order, TaskStatus } from '@switchyard/contracts';
import type { AttemptStatus } from '@switchyard/database';
import { announceTasks } from './announce-tasks.js';
import { closeTask } from './close-task.js';
import { directionsFor } from './directions.js';
import type { Engine } from './ports.js';
import { rows } from './sql.js';
import { insertStep } from './task-history.js';

/** An attempt that its runner does not hold yet. */
export interface AssignedAttempt {
  attempt: number;
  lease: string;
  taskId: number;
  /** Number of the attempt, from 1. */
  number: number;
}

/** News for a runner. */
export interface RunnerNews extends Directions {
  jobs: AssignedAttempt[];
}

interface LivingAttempt {
  id: number;
  lease_id: string;
  task_id: number;
  number: number;
  status: AttemptStatus;
  order: Order;
  task_status: TaskStatus;
}

/**
 * What a runner does not know yet: jobs it does not hold, orders it has not acted on, attempts that are not its own any
 * more. Nothing is marked as delivered, so a lost answer repeats. A job that is to stop before it was taken ends here.
 */
export async function pollRunner(engine: Engine, runnerId: number, held: readonly HeldAttempt[]): Promise<RunnerNews> {
  const living = await claimLiving(engine, runnerId, held);
  const leases = new Map(living.map((attempt) => [attempt.id, attempt.lease_id]));
  const owned = held.filter(({ attempt, lease }) => leases.get(attempt) === lease);
  const lost = held.filter((attempt) => !owned.includes(attempt)).map(({ attempt }) => attempt);
  const { orders, stale } = directionsFor(owned, new Map(living.map(({ id, order }) => [id, order])));

  const ids = new Set(owned.map(({ attempt }) => attempt));
  const untaken = living.filter(({ id, status }) => status === 'starting' && !ids.has(id));
  await Promise.all(untaken.filter(({ order }) => order === 'stop').map((attempt) => endUntaken(engine, attempt)));
  const jobs = untaken.filter(({ order }) => order === 'none').map(asJob);
  return { jobs, orders, stale: [...stale, ...lost] };
}

/** The attempts of the runner that are alive. What it takes by the answer is noted in the history. */
function claimLiving(engine: Engine, runnerId: number, held: readonly HeldAttempt[]): Promise<LivingAttempt[]> {
  return rows(engine.dataSource, claimStatement, [
    runnerId,
    held.map(({ attempt }) => attempt),
    held.map(({ lease }) => lease),
  ]);
}

const claims = insertStep({
  kind: 'claimed',
  source: `(select id as attempt_id, task_id as id, project_id, runner_id from living
     where status = 'starting' and "order" = 'none' and (id, lease_id) not in (select attempt, lease from held)) task`,
  attempt: 'task.attempt_id',
  runner: 'task.runner_id',
});

const claimStatement = `
  with held as (select * from unnest($2::int[], $3::uuid[]) as held(attempt, lease)),
  living as (
    select a.id, a.lease_id, a.task_id, a.project_id, a.runner_id, a.number, a.status, a."order",
           task.status as task_status
      from attempt a join task on task.id = a.task_id
     where a.runner_id = $1 and a.status in ('starting', 'running')),
  history as (${claims})
  select id, lease_id, task_id, number, status, "order", task_status from living order by id`;

const asJob = ({ id, lease_id, task_id, number }: LivingAttempt): AssignedAttempt => ({
  attempt: id,
  lease: lease_id,
  taskId: task_id,
  number,
});

async function endUntaken(engine: Engine, attempt: LivingAttempt): Promise<void> {
  const closed = await closeTask(engine.dataSource, {
    taskId: attempt.task_id,
    from: attempt.task_status,
    attemptNumber: attempt.number,
    to: 'stopped',
    outcome: 'forced',
    reason: null,
  });
  if (closed) {
    announceTasks(engine, [closed]);
    engine.signals.dispatchNeeded('task stopped');
  }
}
