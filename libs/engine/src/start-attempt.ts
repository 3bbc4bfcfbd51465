import type { AttemptLease, Order } from '@switchyard/contracts';
import { readLivingAttempt } from './held-attempt.js';
import type { Engine } from './ports.js';
import { row } from './sql.js';
import { EVENT_COLUMNS, insertEvents, runningText } from './task-events.js';
import { insertStep } from './task-history.js';
import { statusMove } from './task-status.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from './task-update.js';

/**
 * The tool is about to be spawned: the task becomes running. A repeat has no effect. The start of a task is that of its
 * first attempt that ran.
 * @returns the order in force; with `stop` the task did not become running and the runner must not spawn
 * @throws LeaseLostError
 */
export async function startAttempt(engine: Engine, runnerId: number, held: AttemptLease): Promise<Order> {
  const started = await moveToRunning(engine, runnerId, held);
  if (started) {
    engine.signals.taskChanged(taskUpdate(started));
    return 'none';
  }
  return (await readLivingAttempt(engine.dataSource, runnerId, held, 'start')).order;
}

const move = statusMove('running', ['starting']);

const running = insertStep({
  kind: 'started',
  source: 'moved task cross join attempts',
  from: `'starting'`,
  to: 'task.status',
  attempt: 'attempts.id',
  runner: 'attempts.runner_id',
});

function moveToRunning(engine: Engine, runnerId: number, held: AttemptLease): Promise<UpdateRow | undefined> {
  return row<UpdateRow>(
    engine.dataSource,
    `with moved as (
       update task set ${move.set}, started = coalesce(task.started, now())
         from attempt held
         where held.id = $1 and held.lease_id = $2 and held.runner_id = $3 and held.status = 'starting'
           and task.id = held.task_id and task.attempt_number = held.number and ${move.guard}
         returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}),
     attempts as (
       update attempt set status = 'running', started = now() from moved
         where attempt.id = $1 and attempt.status = 'starting' returning attempt.id, attempt.runner_id),
     events as (${insertEvents('moved', runningText)}),
     history as (${running})
     select * from moved`,
    [held.attempt, held.lease, runnerId],
  );
}
