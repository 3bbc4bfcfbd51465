import { announceTasks } from './announce-tasks.js';
import type { Engine } from './ports.js';
import { insertMessages, MESSAGE_COLUMNS, TOLD } from './runner-messages.js';
import { EVENT_COLUMNS, finishedText, insertEvents } from './task-events.js';
import { insertStep } from './task-history.js';
import { statusMove } from './task-status.js';
import { UPDATE_COLUMNS, type UpdateRow } from './task-update.js';
import { rows } from './sql.js';

/** Most tasks canceled in one go; the next call goes on. */
const BATCH = 100;

const move = statusMove('canceled', ['waiting_confirmation']);

/**
 * Cancels the tasks about whose plan nobody has decided for so long.
 * @param minutes 0 = plans wait for ever
 * @returns how many were canceled
 */
export async function expireDecisions(engine: Engine, minutes: number): Promise<number> {
  if (minutes === 0) {
    return 0;
  }
  const canceled = await rows<UpdateRow>(engine.dataSource, statement, [
    minutes,
    `Nobody confirmed the plan within ${minutes} minutes`,
    BATCH,
  ]);
  announceTasks(engine, canceled);
  return canceled.length;
}

const history = insertStep({
  kind: 'finished',
  source: 'closed task',
  from: `'waiting_confirmation'`,
  to: 'task.status',
});

const statement = `
  with due as (
    select id from task where status = 'waiting_confirmation' and planned < now() - make_interval(mins => $1)
     order by planned limit $3 for no key update skip locked),
  closed as (
    update task set ${move.set}, ended = now(), end_reason = $2::text
      from due where task.id = due.id and ${move.guard} returning ${UPDATE_COLUMNS}, ${EVENT_COLUMNS}, ${MESSAGE_COLUMNS}),
  plans as (delete from task_plan using closed where task_plan.task_id = closed.id),
  events as (${insertEvents('closed', finishedText)}),
  history as (${history}),
  ${insertMessages('task.finished', 'closed')}
  select closed.*, ${TOLD} from closed`;
