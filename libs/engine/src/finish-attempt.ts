import type { FinishRequest } from '@switchyard/contracts';
import { autorunDeploys, hasAutorun } from './autorun-deploys.js';
import { awaitDecision } from './await-decision.js';
import { closeTask, type Closing } from './close-task.js';
import { decideFinish, type FinishDecision } from './finish-decision.js';
import { type HeldAttemptState, readHeldAttempt } from './held-attempt.js';
import type { Engine } from './ports.js';
import { taskUpdate, type UpdateRow } from './task-update.js';

/** A stop can come between reading and closing; a few rounds see every order of the two. */
const ROUNDS = 5;

/**
 * Takes the report of an attempt's end: closes the task, or lets it wait for a decision, frees its slot, wakes a drain.
 * A success starts the deploys that follow by themselves. A repeated report has no effect and is answered the same.
 * @throws LeaseLostError, LogIncompleteError, IllegalTransitionError, PlanMissingError
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
  const changed = await carryOut(engine, state, report, decision);
  if (changed.length > 0) {
    changed.forEach((task) => engine.signals.taskChanged(taskUpdate(task)));
    engine.signals.dispatchNeeded('attempt finished');
  }
  return changed.length > 0;
}

/** The tasks that were changed: none when the task had moved on, more than one when deploys follow. */
async function carryOut(
  engine: Engine,
  state: HeldAttemptState,
  report: FinishRequest,
  { to, reason }: Exclude<FinishDecision, 'repeated'>,
): Promise<UpdateRow[]> {
  const { dataSource } = engine;
  if (to === 'waiting_confirmation') {
    return present(await awaitDecision(dataSource, state.task_id, state.number));
  }
  const closing: Closing = {
    taskId: state.task_id,
    from: state.task_status,
    attemptNumber: state.number,
    to,
    outcome: report.outcome,
    reason,
    exitCode: report.exit_code,
  };
  if (to !== 'success' || !(await hasAutorun(dataSource, state.task_id))) {
    return present(await closeTask(dataSource, closing));
  }
  return dataSource.transaction(async (manager) => {
    const closed = await closeTask(manager, closing);
    return closed ? [closed, ...(await autorunDeploys(dataSource, manager, closed))] : [];
  });
}

const present = (row: UpdateRow | undefined): UpdateRow[] => (row ? [row] : []);
