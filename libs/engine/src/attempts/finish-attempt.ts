import type { FinishRequest } from '@switchyard/contracts';
import { announceMoves } from '../life-cycle/announce-moves.js';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import { autorunDeploys } from '../launch/autorun-deploys.js';
import { closeTask, closeTogether, type Closing } from '../life-cycle/close-task.js';
import { IllegalTransitionError } from '../errors.js';
import { decideFinish, type FinishDecision } from './finish-decision.js';
import { type HeldAttemptFacts, readHeldAttempt } from './held-attempt.js';
import { finishPlainly, type PlainEnd } from './finish-plainly.js';
import type { Engine } from '../ports.js';
import { noteRefusals } from '../history/refused-calls.js';
import { confirmReviewed } from '../reviews/confirm-reviewed.js';
import { recordDrift } from '../drift/record-drift.js';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import type { AssignedAttempt } from '../runners/runner-assignments.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';

/** A stop can come between reading and closing; a few rounds see every order of the two. */
const ROUNDS = 5;

const FINISHED = { reason: 'attempt finished', byHolder: true };

/**
 * Takes the report of an attempt's end: closes the task, or lets it wait for a decision, frees its slot, wakes a drain.
 * A success starts the deploys that follow by themselves, and records how its workspace stands. A repeated report has no effect.
 * @returns the attempts that the runner goes on with, where it asks for them; those of a lost answer come with its next poll
 * @throws LeaseLostError, LogIncompleteError, IllegalTransitionError, PlanMissingError
 */
export async function finishAttempt(
  engine: Engine,
  runnerId: number,
  report: FinishRequest,
): Promise<AssignedAttempt[]> {
  const ended = await finishPlainly(engine, runnerId, report);
  if (ended) {
    return announceEnd(engine, ended);
  }
  for (let round = 1; round <= ROUNDS; round++) {
    if (await tryFinish(engine, runnerId, report)) {
      return [];
    }
  }
  throw new Error(`attempt ${report.attempt} changes too often to be finished`);
}

function announceEnd(engine: Engine, { task, successor }: PlainEnd): AssignedAttempt[] {
  announceMoves(engine, 'finished', [task], { ...FINISHED, isQuiet: successor?.isQuiet });
  if (!successor) {
    return [];
  }
  announceMoves(engine, 'assigned', [successor.task], { reason: 'slot handed over', byHolder: true });
  return [successor.job];
}

async function tryFinish(engine: Engine, runnerId: number, report: FinishRequest): Promise<boolean> {
  const state = await readHeldAttempt(engine, runnerId, report, 'finish');
  const decision = await decide(engine, state, runnerId, report);
  if (decision === 'repeated') {
    if (report.next) {
      engine.signals.runnersWoken([runnerId]);
    }
    return true;
  }
  const finished = await carryOut(engine, state, report, decision);
  if (!finished.task) {
    return false;
  }
  const { status } = finished.task;
  const transition = status === 'confirmed' ? 'confirmed' : status === 'waiting_confirmation' ? 'planned' : 'finished';
  announceMoves(engine, transition, [finished.task], FINISHED);
  announceTasks(engine, finished.deploys);
  return true;
}

async function decide(
  engine: Engine,
  state: HeldAttemptFacts,
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

interface Finished {
  /** Undefined when it had moved on. */
  task: MovedTask | undefined;
  /** Tasks that were created by its success. */
  deploys: UpdateRow[];
}

const plan = mover('planned', ['task', 'attempt_number']);

/** A plan that was reviewed before is confirmed by that, in the same transaction. */
async function leavePlan({ dataSource }: Engine, state: HeldAttemptFacts): Promise<MovedTask | undefined> {
  const left = { task: state.task_id, attempt_number: state.number };
  if (!state.is_reviewed) {
    return (await plan(dataSource, [left]))[0];
  }
  return dataSource.transaction(async (manager) => {
    const [task] = await plan(manager, [left]);
    return task && ((await confirmReviewed(manager, task)) ?? task);
  });
}

async function carryOut(
  engine: Engine,
  state: HeldAttemptFacts,
  report: FinishRequest,
  { to, end }: Exclude<FinishDecision, 'repeated'>,
): Promise<Finished> {
  const { dataSource } = engine;
  if (to === 'waiting_confirmation') {
    return { task: await leavePlan(engine, state), deploys: [] };
  }
  const closing: Closing = {
    taskId: state.task_id,
    from: state.task_status,
    attemptNumber: state.number,
    to,
    outcome: report.outcome,
    end,
    exitCode: report.exit_code,
    origin: 'runner',
    notifiesRunners: state.notifies_runners,
  };
  const { has_autorun: hasAutorun, workspace_id: workspaceId } = state;
  if (to !== 'success' || (!hasAutorun && workspaceId === 0)) {
    return { task: await closeTogether(engine, closing), deploys: [] };
  }
  return wholeOrApart(dataSource, async (manager, together) => {
    const task = await closeTask(manager, closing);
    if (task && workspaceId !== 0) {
      await together([task], async (on) => [await recordDrift(on, task.id)]);
    }
    return { task, deploys: task && hasAutorun ? await autorunDeploys(engine, together, task) : [] };
  });
}
