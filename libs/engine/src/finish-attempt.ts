import type { FinishRequest } from '@switchyard/contracts';
import { closeTask } from './close-task.js';
import { decideFinish } from './finish-decision.js';
import { readHeldAttempt } from './held-attempt.js';
import type { Engine } from './ports.js';
import { taskUpdate } from './task-update.js';

/** A stop can come between reading and closing; a few rounds see every order of the two. */
const ROUNDS = 5;

/**
 * Takes the report of an attempt's end: closes the task, frees its slot, wakes a drain. A repeated report has no
 * effect and is answered the same.
 * @throws LeaseLostError, LogIncompleteError, IllegalTransitionError
 */
export async function finishAttempt(engine: Engine, runnerId: number, report: FinishRequest): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    if (await tryFinish(engine, runnerId, report)) {
      return;
    }
  }
  throw new Error(`attempt ${report.attempt} changes too often to be finished`);
}

async function tryFinish(engine: Engine, runnerId: number, report: FinishRequest): Promise<boolean> {
  const state = await readHeldAttempt(engine.dataSource, runnerId, report);
  const decision = decideFinish(state, report);
  if (decision === 'repeated') {
    return true;
  }
  const closed = await closeTask(engine.dataSource, {
    taskId: state.task_id,
    from: state.task_status,
    attemptNumber: state.number,
    to: decision.to,
    outcome: report.outcome,
    reason: decision.reason,
    exitCode: report.exit_code,
  });
  if (closed) {
    engine.signals.taskChanged(taskUpdate(closed));
    engine.signals.dispatchNeeded('task finished');
  }
  return closed !== undefined;
}
