import type { AttemptLease, Problem, TaskStatus } from '@switchyard/contracts';
import { taskQueued } from '@switchyard/database';
import { announceMoves } from '../life-cycle/announce-moves.js';
import type { AssignedAttempt } from '../runners/runner-assignments.js';
import { endReason } from '../life-cycle/end-reason.js';
import { closeTask, type Closing, closeTogether } from '../life-cycle/close-task.js';
import { readHeldAttempt } from './held-attempt.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';
import type { MovedTask } from '../life-cycle/mover.js';

const failure = (reason: Problem): Pick<Closing, 'outcome' | 'end'> => ({ outcome: 'error', end: endReason(reason) });

/**
 * Ends an attempt that cannot be given to its runner, and its task, as `error`. Nothing happens when the task has moved
 * on, such as when another replica has given it out.
 * @param reason what is wrong with the task
 */
export async function failUntaken(engine: Engine, { taskId, number }: AssignedAttempt, reason: Problem): Promise<void> {
  const seen = { taskId, attemptNumber: number, from: 'starting', to: 'error' } as const;
  announceFailed(engine, await closeTogether(engine, { ...seen, ...failure(reason) }), true);
}

/** Ends a task that waits for a runner as `error`. Nothing happens when it waits no more. */
export async function failWaiting(engine: Engine, taskId: number, reason: Problem): Promise<void> {
  const seen = await row<{ status: TaskStatus; attempt_number: number }>(
    engine.dataSource,
    `select status, attempt_number from task where id = $1 and ${taskQueued()}`,
    [taskId],
  );
  if (seen) {
    const { status: from, attempt_number: attemptNumber } = seen;
    const closing = { taskId, attemptNumber, from, to: 'error', ...failure(reason) } as const;
    announceFailed(engine, await closeTask(engine.dataSource, closing), false);
  }
}

/**
 * Ends an attempt that its runner holds, and its task: as `error`, or as `stopped` when it was ordered to stop. The runner
 * is woken, and finds that the attempt is its own no more. Nothing happens when it has ended, or moves on meanwhile.
 * @throws LeaseLostError
 */
export async function failHeld(engine: Engine, runnerId: number, held: AttemptLease, reason: Problem): Promise<void> {
  const state = await readHeldAttempt(engine, runnerId, held, 'fail');
  if (state.attempt_status === 'ended') {
    return;
  }
  const { task_id: taskId, task_status: from, number: attemptNumber } = state;
  const to = from === 'stopping' ? 'stopped' : 'error';
  const failed = await closeTask(engine.dataSource, { taskId, attemptNumber, from, to, ...failure(reason) });
  announceFailed(engine, failed, false);
}

const announceFailed = (engine: Engine, failed: MovedTask | undefined, byHolder: boolean): void =>
  announceMoves(engine, 'finished', failed ? [failed] : [], { reason: 'attempt failed', byHolder });
