import { isFinal, type TaskStatus } from '@switchyard/contracts';
import type { AttemptOutcome } from '@switchyard/database';
import { insertMessages, MESSAGE_COLUMNS, TOLD } from './runner-messages.js';
import { row, type Executor } from './sql.js';
import { EVENT_COLUMNS, finishedText, insertEvents } from './task-events.js';
import { CLOSED_LOGS, ENDED_ATTEMPT, insertEnd } from './task-history.js';
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
export function closeTask(on: Executor, closing: Closing): Promise<UpdateRow | undefined> {
  const { taskId, from, attemptNumber, to, outcome, reason, exitCode = null, hasWebhooks = true } = closing;
  if (!isFinal(to)) {
    throw new Error(`${to} is not a final status`);
  }
  const move = statusMove(to, [from]);
  return row<UpdateRow>(
    on,
    `with closed as (
       update task set ${move.set}, ended = now(), end_reason = $4::text, exit_code = $5::int,
           waiting_reason = null, waiting_reason_text = null
         where task.id = $1 and task.attempt_number = $2 and ${move.guard}
         returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}, ${MESSAGE_COLUMNS}),
     attempts as (
       update attempt set status = 'ended', outcome = $3, reason = $4, ended = now()
         from closed where attempt.task_id = closed.id and attempt.status in ('starting', 'running')
         returning ${ENDED_ATTEMPT}),
     ${CLOSED_LOGS},
     history as (${insertEnd('finished', 'closed', `'${from}'`)}),
     plans as (delete from task_plan using closed where task_plan.task_id = closed.id),
     events as (${insertEvents('closed', finishedText)})
     ${hasWebhooks ? `, ${insertMessages('task.finished', 'closed')} select closed.*, ${TOLD}` : 'select closed.*'} from closed`,
    [taskId, attemptNumber, outcome, reason, exitCode],
  );
}
