import type { TaskStatus } from '@switchyard/contracts';
import { isFinal } from '@switchyard/contracts';
import { announceTasks } from './announce-tasks.js';
import { closeTask } from './close-task.js';
import { NotFoundError } from '../errors.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';
import { insertStep } from '../history/task-history.js';
import { type StatusChange, statusMove } from './task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from './task-update.js';

export interface StopRequest {
  projectId: number;
  taskId: number;
  /** True: the task is over at once and its lease with it, so that the runner kills what it runs. */
  force: boolean;
}

interface Seen {
  status: TaskStatus;
  attempt_number: number;
  runner_id: number | null;
}

/** Statuses in which a runner has the task and must be told. */
const HELD: readonly TaskStatus[] = ['starting', 'running', 'stopping'];

/** The task may move on between reading and writing; it has fewer statuses than this. */
const ROUNDS = 10;

/**
 * Stops a task. One that no runner has is stopped at once; one that a runner has becomes `stopping` and its runner is
 * ordered to stop. A final task, or one that is stopping already, is left as it is, and null is answered.
 * @throws NotFoundError
 */
export async function stopTask(engine: Engine, request: StopRequest): Promise<StatusChange | null> {
  for (let round = 1; round <= ROUNDS; round++) {
    const seen = await row<Seen>(
      engine.dataSource,
      'select status, attempt_number, runner_id from task where id = $1 and project_id = $2',
      [request.taskId, request.projectId],
    );
    if (!seen) {
      throw new NotFoundError('task');
    }
    if (isFinal(seen.status) || (seen.status === 'stopping' && !request.force)) {
      return null;
    }
    const stopped = await tryStop(engine, request, seen);
    if (stopped) {
      return { from: seen.status, to: stopped.status };
    }
  }
  throw new Error(`task ${request.taskId} changes too often to be stopped`);
}

async function tryStop(engine: Engine, request: StopRequest, seen: Seen): Promise<UpdateRow | undefined> {
  const atOnce = request.force || !HELD.includes(seen.status);
  const stopped = await (atOnce ? stopNow(engine, request, seen) : orderStop(engine, request, seen));
  if (!stopped) {
    return undefined;
  }
  announceTasks(engine, [stopped]);
  if (seen.runner_id !== null) {
    engine.signals.runnersWoken([seen.runner_id]);
  }
  if (atOnce) {
    engine.signals.dispatchNeeded('task stopped');
  }
  return stopped;
}

function stopNow(engine: Engine, { taskId }: StopRequest, seen: Seen): Promise<UpdateRow | undefined> {
  return closeTask(engine.dataSource, {
    taskId,
    from: seen.status,
    attemptNumber: seen.attempt_number,
    to: 'stopped',
    outcome: 'forced',
    reason: null,
  });
}

function orderStop(engine: Engine, { taskId }: StopRequest, seen: Seen): Promise<UpdateRow | undefined> {
  const move = statusMove('stopping', [seen.status]);
  return row<UpdateRow>(
    engine.dataSource,
    `with moved as (
       update task set ${move.set} where task.id = $1 and task.attempt_number = $2 and ${move.guard}
         returning ${UPDATE_COLUMNS}),
     ordered as (
       update attempt set "order" = 'stop' from moved
         where attempt.task_id = moved.id and attempt.status in ('starting', 'running')
         returning attempt.id, attempt.runner_id),
     history as (${stopRequested(seen.status)})
     select * from moved`,
    [taskId, seen.attempt_number],
  );
}

const stopRequested = (from: TaskStatus): string =>
  insertStep({
    kind: 'stop_requested',
    source: 'moved task left join ordered on true',
    from: `'${from}'`,
    to: 'task.status',
    attempt: 'ordered.id',
    runner: 'ordered.runner_id',
  });
