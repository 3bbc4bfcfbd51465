import type { AttemptLease, Order } from '@switchyard/contracts';
import { readLivingAttempt } from './held-attempt.js';
import type { Engine } from './ports.js';
import { row } from './sql.js';
import { EVENT_COLUMNS, insertEvents, runningText } from './task-events.js';
import { statusMove } from './task-status.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from './task-update.js';

/**
 * The tool is about to be spawned: the task becomes running. A repeat has no effect. The start of a task is that of its
 * first attempt that ran.
 * @returns the order in force; with `stop` the task did not become running and the runner must not spawn
 * @throws LeaseLostError
 */
export async function startAttempt(engine: Engine, runnerId: number, held: AttemptLease): Promise<Order> {
  const state = await readLivingAttempt(engine.dataSource, runnerId, held);
  const started = await moveToRunning(engine, held.attempt, state.task_id, state.number);
  if (started) {
    engine.signals.taskChanged(taskUpdate(started));
    return 'none';
  }
  return (await readLivingAttempt(engine.dataSource, runnerId, held)).order;
}

const move = statusMove('running', ['starting']);

function moveToRunning(engine: Engine, attempt: number, taskId: number, number: number) {
  return row<UpdateRow>(
    engine.dataSource,
    `with moved as (
       update task set ${move.set}, started = coalesce(task.started, now())
         where task.id = $1 and task.attempt_number = $2 and ${move.guard}
         returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}),
     attempts as (
       update attempt set status = 'running', started = now() from moved
         where attempt.id = $3 and attempt.status = 'starting'),
     events as (${insertEvents('moved', runningText)})
     select * from moved`,
    [taskId, number, attempt],
  );
}
