import type { AttemptLease, Order } from '@switchyard/contracts';
import { Batcher } from '@switchyard/database';
import { readLivingAttempt } from './held-attempt.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { inOrder, type Numbered, rows } from '../statements/sql.js';
import { EVENT_COLUMNS, insertEvents, runningText } from '../history/task-events.js';
import { insertStep } from '../history/task-history.js';
import { statusMove } from '../life-cycle/task-status.js';
import { taskUpdate, UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';

/** An attempt and who says that it holds it. */
interface Starting extends AttemptLease {
  runnerId: number;
}

/**
 * The tool is about to be spawned: the task becomes running. A repeat has no effect. The start of a task is that of its
 * first attempt that ran.
 * @returns the order in force; with `stop` the task did not become running and the runner must not spawn
 * @throws LeaseLostError
 */
export async function startAttempt(engine: Engine, runnerId: number, held: AttemptLease): Promise<Order> {
  const started = await starts(engine).run({ ...held, runnerId });
  if (started) {
    engine.signals.taskChanged(taskUpdate(started));
    return 'none';
  }
  return (await readLivingAttempt(engine, runnerId, held, 'start')).order;
}

const starts = perEngine((engine) => new Batcher((starting: readonly Starting[]) => moveToRunning(engine, starting)));

async function moveToRunning(engine: Engine, starting: readonly Starting[]): Promise<(UpdateRow | undefined)[]> {
  const moved = await rows<UpdateRow & Numbered>(engine.dataSource, moveStatement, [
    starting.map(({ attempt }) => attempt),
    starting.map(({ lease }) => lease),
    starting.map(({ runnerId }) => runnerId),
  ]);
  return inOrder(moved, starting.length);
}

const move = statusMove('running', ['starting']);

const running = insertStep({
  kind: 'started',
  source: 'moved task join attempts on attempts.task_id = task.id',
  from: `'starting'`,
  to: 'task.status',
  attempt: 'attempts.id',
  runner: 'attempts.runner_id',
});

const moveStatement = `
  with held as (
    select min(n)::int as n, attempt, lease, runner
      from unnest($1::int[], $2::uuid[], $3::int[]) with ordinality as held(attempt, lease, runner, n) group by 2, 3, 4),
  startable as (
    select held.n, task.id as task_id, attempt.id as attempt_id
      from held join attempt on attempt.id = held.attempt and attempt.lease_id = held.lease
       and attempt.runner_id = held.runner and attempt.status = 'starting'
      join task on task.id = attempt.task_id and task.attempt_number = attempt.number and ${move.guard}
     order by task.id, attempt.id for no key update of task, attempt),
  moved as (
    update task set ${move.set}, started = coalesce(task.started, now()) from startable
     where task.id = startable.task_id and ${move.guard} returning startable.n, ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}),
  attempts as (
    update attempt set status = 'running', started = now() from startable join moved on moved.id = startable.task_id
     where attempt.id = startable.attempt_id and attempt.status = 'starting'
     returning attempt.id, attempt.task_id, attempt.runner_id),
  events as (${insertEvents('moved', runningText)}),
  history as (${running})
  select * from moved`;
