import { type Executor, rows } from '../statements/sql.js';
import { insertTaskEvent } from './insert-task-event.js';

/** Most refused calls noted per attempt: a runner that ignores its answers must not fill the history. */
const MOST_REFUSALS = 5;

/**
 * Notes calls about attempts that were refused, after the fact and on a best-effort basis: the refusal itself does not
 * depend on it.
 * @param runnerId who called
 */
export async function noteRefusals(
  on: Executor,
  call: string,
  attempts: readonly number[],
  runnerId: number,
): Promise<void> {
  await rows(on, refusals, [attempts, call, runnerId]).catch(() => undefined);
}

const refusals = insertTaskEvent(
  'refused',
  `attempt join task on task.id = attempt.task_id
    where attempt.id = any($1::int[])
      and ${MOST_REFUSALS} > (select count(*) from task_event noted where noted.task_id = task.id
                                 and noted.attempt_id = attempt.id and noted.kind = 'refused')`,
  {
    origin: `'runner'`,
    attempt: 'attempt.id',
    runner: '$3::int',
    detail: `jsonb_build_object('call', $2::text)`,
  },
);
