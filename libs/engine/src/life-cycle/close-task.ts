import { isFinal, type TaskStatus } from '@switchyard/contracts';
import { Batcher, type AttemptOutcome, storableText } from '@switchyard/database';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { insertMessages, MESSAGE_COLUMNS, TOLD } from '../runners/runner-messages.js';
import { type Executor, inOrder, type Numbered, rows } from '../statements/sql.js';
import { EVENT_COLUMNS, finishedText, insertEvents } from '../history/task-events.js';
import { CLOSED_LOGS, ENDED_ATTEMPT, insertEnd } from '../history/task-history.js';
import { statusMove } from './task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from './task-update.js';

/** How a task ends. */
export interface Closing {
  taskId: number;
  /** The status that was seen; nothing happens when the task has another one by now. */
  from: TaskStatus;
  /** The number of the attempt that was seen, with the same meaning. */
  attemptNumber: number;
  to: TaskStatus;
  /** What becomes of the attempt that is alive, if there is one. */
  outcome: AttemptOutcome;
  reason: string | null;
  exitCode?: number | null;
  /** False when no runner has a webhook, so that there is nobody to tell. Default true. */
  hasWebhooks?: boolean;
}

/**
 * Ends a task and its living attempt in one statement: status, times, the lease, the log, a plan that was kept, the
 * activity record, what webhooks are told.
 * @returns the ended task, or undefined when it had moved on
 */
export async function closeTask(on: Executor, closing: Closing): Promise<UpdateRow | undefined> {
  return (await closeTasks(on, moveOf(closing), [closing]))[0];
}

/** As {@link closeTask}, together with other tasks that end in the same moment and not in a transaction. */
export function closeTogether(engine: Engine, closing: Closing): Promise<UpdateRow | undefined> {
  const move = moveOf(closing);
  const ofEngine = closers(engine);
  const key = `${move.from} ${move.to} ${move.hasWebhooks}`;
  const closer = ofEngine.get(key) ?? new Batcher((all) => closeTasks(engine.dataSource, move, all));
  ofEngine.set(key, closer);
  return closer.run(closing);
}

/** What closings must have in common to go together. */
type Move = Required<Pick<Closing, 'from' | 'to' | 'hasWebhooks'>>;

const moveOf = ({ from, to, hasWebhooks = true }: Closing): Move => ({ from, to, hasWebhooks });

/** By their move; as many as there are ways to a final status. */
const closers = perEngine(() => new Map<string, Batcher<Closing, UpdateRow | undefined>>());

async function closeTasks(on: Executor, move: Move, closings: readonly Closing[]): Promise<(UpdateRow | undefined)[]> {
  const closed = await rows<UpdateRow & Numbered>(on, closeStatement(move), [
    closings.map(({ taskId }) => taskId),
    closings.map(({ attemptNumber }) => attemptNumber),
    closings.map(({ outcome }) => outcome),
    closings.map(({ reason }) => reason && storableText(reason)),
    closings.map(({ exitCode }) => exitCode ?? null),
  ]);
  return inOrder(closed, closings.length);
}

/** Of two reports about one task the first one counts; the second one finds the task closed. */
function closeStatement({ from, to, hasWebhooks }: Move): string {
  if (!isFinal(to)) {
    throw new Error(`${to} is not a final status`);
  }
  const move = statusMove(to, [from]);
  return `
  with asked as (
    select distinct on (task) n::int as n, task, attempt_number, outcome, reason, exit_code
      from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::int[]) with ordinality
        as asked(task, attempt_number, outcome, reason, exit_code, n) order by task, n),
  closable as (
    select asked.* from asked join task on task.id = asked.task and task.attempt_number = asked.attempt_number
       and ${move.guard} order by task.id for no key update of task),
  closed as (
    update task set ${move.set}, ended = now(), end_reason = closable.reason, exit_code = closable.exit_code,
        waiting_reason = null, waiting_reason_text = null
      from closable where task.id = closable.task and task.attempt_number = closable.attempt_number and ${move.guard}
      returning closable.n, closable.outcome, closable.reason, ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}, ${MESSAGE_COLUMNS}),
  living as (
    select attempt.id, closed.outcome, closed.reason from attempt join closed on attempt.task_id = closed.id
     where attempt.status in ('starting', 'running') order by attempt.id for no key update of attempt),
  attempts as (
    update attempt set status = 'ended', outcome = living.outcome, reason = living.reason, ended = now()
      from living where attempt.id = living.id returning ${ENDED_ATTEMPT}),
  ${CLOSED_LOGS},
  history as (${insertEnd('finished', 'closed', `'${from}'`)}),
  plans as (delete from task_plan using closed where task_plan.task_id = closed.id),
  events as (${insertEvents('closed', finishedText)})
  ${hasWebhooks ? `, ${insertMessages('task.finished', 'closed')} select closed.*, ${TOLD}` : 'select closed.*'} from closed`;
}
