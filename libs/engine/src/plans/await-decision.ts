import { row, type Executor } from '../statements/sql.js';
import { CLOSED_LOGS, ENDED_ATTEMPT, insertEnd } from '../history/task-history.js';
import { statusMove } from '../life-cycle/task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';

const move = statusMove('waiting_confirmation', ['running']);

/**
 * Ends the attempt that has made a plan; its task waits for a decision and holds no runner and no slot.
 * @returns the task, or undefined when it had moved on
 */
export function awaitDecision(on: Executor, taskId: number, attemptNumber: number): Promise<UpdateRow | undefined> {
  return row<UpdateRow>(
    on,
    `with moved as (
       update task set ${move.set}, planned = now()
         where task.id = $1 and task.attempt_number = $2 and ${move.guard} returning ${UPDATE_COLUMNS}),
     attempts as (
       update attempt set status = 'ended', outcome = 'planned', ended = now()
         from moved where attempt.task_id = moved.id and attempt.status = 'running' returning ${ENDED_ATTEMPT}),
     ${CLOSED_LOGS},
     history as (${insertEnd('planned', 'moved', `'running'`)})
     select * from moved`,
    [taskId, attemptNumber],
  );
}
