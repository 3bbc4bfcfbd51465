import type { FinishRequest } from '@switchyard/contracts';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import { autorunDeploys } from '../launch/autorun-deploys.js';
import { awaitDecision } from '../plans/await-decision.js';
import { closeTask, closeTogether, type Closing } from '../life-cycle/close-task.js';
import { IllegalTransitionError } from '../errors.js';
import { decideFinish, type FinishDecision } from './finish-decision.js';
import { type HeldAttemptState, readHeldAttempt } from './held-attempt.js';
import type { Engine } from '../ports.js';
import { noteRefusals } from '../history/task-history.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';

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
  const state = await readHeldAttempt(engine, runnerId, report, 'finish');
  const decision = await decide(engine, state, runnerId, report);
  if (decision === 'repeated') {
    return true;
  }
  const changed = await carryOut(engine, state, report, decision);
  if (changed.length > 0) {
    announceTasks(engine, changed);
    engine.signals.dispatchNeeded('attempt finished');
  }
  return changed.length > 0;
}

async function decide(
  engine: Engine,
  state: HeldAttemptState,
  runnerId: number,
  report: FinishRequest,
): Promise<FinishDecision> {
  try {
    return decideFinish(state, report);
  } catch (error) {
    if (error instanceof IllegalTransitionError) {
      await noteRefusals(engine.dataSource, 'finish', [report.attempt], runnerId);
    }
    throw error;
  }
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
    hasWebhooks: state.has_webhooks,
  };
  if (to !== 'success' || !state.has_autorun) {
    return present(await closeTogether(engine, closing));
  }
  return wholeOrApart(dataSource, async (manager, together) => {
    const closed = await closeTask(manager, closing);
    return closed ? [closed, ...(await autorunDeploys(dataSource, together, closed))] : [];
  });
}

const present = (row: UpdateRow | undefined): UpdateRow[] => (row ? [row] : []);
