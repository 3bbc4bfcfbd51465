import { insertMessages, MESSAGE_COLUMNS, TOLD } from '../runners/runner-messages.js';
import { row, type Executor } from '../statements/sql.js';
import { CLOSED_LOGS, ENDED_ATTEMPT, insertEnd } from '../history/task-history.js';
import { statusMove } from './task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from './task-update.js';
import { waitingReason } from '../dispatch/waiting-reason.js';

const moves = {
  waiting: statusMove('waiting', ['starting']),
  confirmed: statusMove('confirmed', ['starting']),
} as const;

/**
 * Sends a task that had not begun back to the queue and ends its attempt as lost, in one statement.
 * @param to `confirmed` when the lost attempt was to apply a confirmed plan
 */
export function requeueTask(on: Executor, taskId: number, to: 'waiting' | 'confirmed'): Promise<UpdateRow | undefined> {
  const move = moves[to];
  const reason = waitingReason('queued', '', '');
  return row<UpdateRow>(
    on,
    `with moved as (
       update task set ${move.set}, runner_id = null, waiting_reason = $2, waiting_reason_text = $3
         where task.id = $1 and ${move.guard} returning ${UPDATE_COLUMNS}, ${MESSAGE_COLUMNS}),
     attempts as (
       update attempt set status = 'ended', outcome = 'lost', ended = now() from moved
         where attempt.task_id = moved.id and attempt.status in ('starting', 'running') returning ${ENDED_ATTEMPT}),
     ${CLOSED_LOGS},
     history as (${insertEnd('lost', 'moved', `'starting'`)}),
     ${insertMessages('task.queued', 'moved')}
     select moved.*, ${TOLD} from moved`,
    [taskId, reason.code, reason.text],
  );
}
