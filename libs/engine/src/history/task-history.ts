import type { TaskEventKind } from '@switchyard/database';
import { rows, type Executor } from '../statements/sql.js';

/** A step of the life of tasks, as SQL over the `task` and the other names of `source`. */
export interface Step {
  kind: TaskEventKind;
  /** What goes after `from`; it must name the tasks `task`, with `id` and `project_id`. */
  source: string;
  from?: string;
  to?: string;
  attempt?: string;
  runner?: string;
  detail?: string;
}

/** A statement that adds a step to the history of every task of the source. */
export const insertStep = ({ kind, source, from, to, attempt, runner, detail }: Step): string => `
  insert into task_event (project_id, task_id, kind, from_status, to_status, attempt_id, runner_id, detail)
    select task.project_id, task.id, '${kind}', ${from ?? 'null'}, ${to ?? 'null'}, ${attempt ?? 'null::int'},
           ${runner ?? 'null::int'}, ${detail ?? 'null::jsonb'}
      from ${source}`;

/**
 * A statement that adds the end of its living attempt, of which there may be none, to the history of each task of
 * `source`. It reads the CTEs {@link ENDED_ATTEMPT} and {@link CLOSED_LOGS}.
 * @param from the status that was left, as SQL
 */
export const insertEnd = (kind: TaskEventKind, source: string, from: string): string =>
  insertStep({
    kind,
    source: `${source} task left join attempts on attempts.task_id = task.id left join logs on logs.attempt_id = attempts.id`,
    from,
    to: 'task.status',
    attempt: 'attempts.id',
    runner: 'attempts.runner_id',
    detail: `jsonb_strip_nulls(jsonb_build_object('outcome', attempts.outcome, 'reason', attempts.reason, 'lines', logs.lines))`,
  });

/** What `returning` of the CTE `attempts`, the attempts that end, must have. */
export const ENDED_ATTEMPT = 'attempt.id, attempt.task_id, attempt.runner_id, attempt.outcome, attempt.reason';

/** The CTE that takes the logs from the attempts that end. */
export const CLOSED_LOGS = `logs as (
  update attempt_log set lease_id = null
    from (select l.attempt_id from attempt_log l join attempts on l.attempt_id = attempts.id
           order by 1 for no key update of l) owned
   where attempt_log.attempt_id = owned.attempt_id
   returning attempt_log.attempt_id, next_line - base_line as lines)`;

/** Most refused calls noted per attempt: a runner that does not hear must not fill the history. */
const MOST_REFUSALS = 5;

/**
 * Notes calls about attempts that were refused, after the fact and as well as it goes: the refusal itself does not
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

const refusals = insertStep({
  kind: 'refused',
  source: `attempt join task on task.id = attempt.task_id
     where attempt.id = any($1::int[])
       and ${MOST_REFUSALS} > (select count(*) from task_event seen where seen.task_id = task.id
                                  and seen.attempt_id = attempt.id and seen.kind = 'refused')`,
  attempt: 'attempt.id',
  runner: '$3::int',
  detail: `jsonb_build_object('call', $2::text)`,
});
