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
  const living = await readLiving(engine, runnerId);
  const leases = new Map(living.map((attempt) => [attempt.id, attempt.lease_id]));
  const owned = held.filter(({ attempt, lease }) => leases.get(attempt) === lease);
  const lost = held.filter((attempt) => !owned.includes(attempt)).map(({ attempt }) => attempt);
  const { orders, stale } = directionsFor(owned, new Map(living.map(({ id, order }) => [id, order])));

  const ids = new Set(owned.map(({ attempt }) => attempt));
  const untaken = living.filter(({ id, status }) => status === 'starting' && !ids.has(id));
  await Promise.all(untaken.filter(({ order }) => order === 'stop').map((attempt) => endUntaken(engine, attempt)));
  const jobs = untaken.filter(({ order }) => order === 'none').map(asJob);
  await noteClaims(engine, jobs);
  return { jobs, orders, stale: [...stale, ...lost] };
}

function readLiving(engine: Engine, runnerId: number): Promise<LivingAttempt[]> {
  return rows<LivingAttempt>(
    engine.dataSource,
    `select a.id, a.lease_id, a.task_id, a.number, a.status, a."order", task.status as task_status
       from attempt a join task on task.id = a.task_id
      where a.runner_id = $1 and a.status in ('starting', 'running') order by a.id`,
    [runnerId],
  );
}

async function noteClaims(engine: Engine, jobs: readonly AssignedAttempt[]): Promise<void> {
  if (jobs.length > 0) {
    await rows(engine.dataSource, claims, [jobs.map(({ attempt }) => attempt)]);
  }
}

const claims = insertStep({
  kind: 'claimed',
  source: '(select id as attempt_id, task_id as id, project_id, runner_id from attempt where id = any($1::int[])) task',
  attempt: 'task.attempt_id',
  runner: 'task.runner_id',
});

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
