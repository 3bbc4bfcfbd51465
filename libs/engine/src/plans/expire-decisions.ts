import { fulfilled, settlePages, settleTogether, throwFailed } from '@switchyard/database';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import type { Engine } from '../ports.js';
import { insertMessages, MESSAGE_COLUMNS, TOLD } from '../runners/runner-messages.js';
import { rows } from '../statements/sql.js';
import { EVENT_COLUMNS, finishedText, insertEvents } from '../history/task-events.js';
import { insertStep } from '../history/task-history.js';
import { statusMove } from '../life-cycle/task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from '../life-cycle/task-update.js';

/** Most tasks canceled in one statement. */
const BATCH = 100;

const move = statusMove('canceled', ['waiting_confirmation']);

/**
 * Cancels the tasks about whose plan nobody has decided for so long.
 * @param minutes 0 = plans wait for ever
 * @returns how many were canceled
 * @throws AggregateError for those that could not be, when all the others are done
 */
export async function expireDecisions(engine: Engine, minutes: number): Promise<number> {
  if (minutes === 0) {
    return 0;
  }
  const reason = `Nobody confirmed the plan within ${minutes} minutes`;
  const settled = await settlePages(
    BATCH,
    (undone) => rows<{ id: number }>(engine.dataSource, due, [minutes, undone]),
    (page) => settleTogether(page, (tasks) => cancel(engine, tasks, reason)),
  );
  throwFailed('plans that nobody decided about', settled);
  return fulfilled(settled).length;
}

async function cancel(
  engine: Engine,
  tasks: readonly { id: number }[],
  reason: string,
): Promise<(UpdateRow | undefined)[]> {
  const ids = tasks.map(({ id }) => id);
  const canceled = await rows<UpdateRow>(engine.dataSource, statement, [ids, reason]);
  announceTasks(engine, canceled);
  const byId = new Map(canceled.map((task) => [task.id, task]));
  return ids.map((id) => byId.get(id));
}

const due = `
  select id from task where status = 'waiting_confirmation' and planned < now() - make_interval(mins => $1)
     and id <> all($2::int[])
   order by planned limit ${BATCH}`;

const history = insertStep({
  kind: 'finished',
  source: 'closed task',
  from: `'waiting_confirmation'`,
  to: 'task.status',
});

const statement = `
  with due as (
    select id from task where id = any($1::int[]) and ${move.guard} order by id for no key update skip locked),
  closed as (
    update task set ${move.set}, ended = now(), end_reason = $2::text
      from due where task.id = due.id and ${move.guard} returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}, ${MESSAGE_COLUMNS}),
  plans as (delete from task_plan using closed where task_plan.task_id = closed.id),
  events as (${insertEvents('closed', finishedText)}),
  history as (${history}),
  ${insertMessages('task.finished', 'closed')}
  select closed.*, ${TOLD} from closed`;
