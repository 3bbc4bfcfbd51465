import { isFinal, isHeld, type Problem, type TaskStatus } from '@switchyard/contracts';
import { NotFoundError } from '../errors.js';
import { wakePreparing } from '../reservations/reservations.js';
import type { Engine } from '../ports.js';
import { type Executor, row } from '../statements/sql.js';
import { announceMoves } from './announce-moves.js';
import { closeTask } from './close-task.js';
import { type EndReason, endReason, storableEnd } from './end-reason.js';
import { moveWithReason } from './given-reason.js';
import { type MovedTask, mover } from './mover.js';
import type { StatusChange } from './status-change.js';

export interface StopRequest {
  projectId: number;
  taskId: number;
  /** True: the task is over at once and its lease with it, so that the runner kills what it runs. */
  force: boolean;
  /** Who stops it, when it is a person. */
  userId?: number | null;
  /** Why, in their words. */
  reason?: string;
  /** Why, when no person stops it. */
  problem?: Problem;
}

interface Seen {
  status: TaskStatus;
  attempt_number: number;
}

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
      'select status, attempt_number from task where id = $1 and project_id = $2',
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

/** As {@link stopTask}; null also for a task that is gone. */
export async function stopIfThere(engine: Engine, request: StopRequest): Promise<StatusChange | null> {
  try {
    return await stopTask(engine, request);
  } catch (error) {
    if (!(error instanceof NotFoundError)) {
      throw error;
    }
    return null;
  }
}

async function tryStop(engine: Engine, request: StopRequest, seen: Seen): Promise<MovedTask | undefined> {
  const atOnce = request.force || !isHeld(seen.status);
  const given = { taskId: request.taskId, column: 'stop_reason', reason: request.reason } as const;
  const stop = atOnce ? stopNow : orderStop;
  const stopped = await moveWithReason(engine, given, (on) => stop(on, request, seen));
  const transition = atOnce ? 'finished' : 'stop_requested';
  announceMoves(engine, transition, stopped ? [stopped] : [], { reason: 'task stopped' });
  if (stopped && seen.status === 'waiting') {
    await wakePreparing(engine, stopped.id);
  }
  return stopped;
}

/** Why it is stopped, where no person does it. */
const endOf = ({ problem }: StopRequest): EndReason | null => (problem ? endReason(problem) : null);

function stopNow(on: Executor, request: StopRequest, seen: Seen): Promise<MovedTask | undefined> {
  const { taskId, userId } = request;
  return closeTask(on, {
    taskId,
    from: seen.status,
    attemptNumber: seen.attempt_number,
    to: 'stopped',
    outcome: 'forced',
    end: endOf(request),
    origin: 'user',
    userId: userId ?? null,
  });
}

const requestStop = mover('stop_requested', ['task', 'from', 'attempt_number']);

async function orderStop(on: Executor, request: StopRequest, seen: Seen): Promise<MovedTask | undefined> {
  const { taskId, userId } = request;
  const { status: from, attempt_number } = seen;
  return (
    await requestStop(on, [
      { task: taskId, from, attempt_number, actor: userId ?? null, ...storableEnd(endOf(request)) },
    ])
  )[0];
}
