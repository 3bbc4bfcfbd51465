import { ACTIVITIES, type ActivityCode, partsOfSentence, type Places } from '@switchyard/contracts';

/** The columns of an entry in the activity log that hold what happened, as SQL over `task` and `template`. */
export interface ActivityColumns {
  /** The English sentence. */
  description: string;
  /** Code and parameters. */
  activity: string;
}

/** SQL for each parameter of the sentence of a code. */
type Values<C extends ActivityCode> = { readonly [N in Places<(typeof ACTIVITIES)[C]>]: string };

function columnsOf<C extends ActivityCode>(code: C, values: Values<C>): ActivityColumns {
  const given = new Map(Object.entries<string>(values));
  const description = partsOfSentence(ACTIVITIES[code])
    .map((part, i) => (i % 2 === 1 ? (given.get(part) ?? `''`) : `'${part}'`))
    .join(' || ');
  const params = [...given].map(([name, value]) => `'${name}', ${value}`).join(', ');
  return { description, activity: `jsonb_build_object('code', '${code}', 'params', jsonb_build_object(${params}))` };
}

/** The columns that belong to the value of an expression, which has no other values than these. */
function byValue(expression: string, cases: Readonly<Record<string, ActivityColumns>>): ActivityColumns {
  const caseOf = (column: keyof ActivityColumns): string =>
    `case ${expression} ${Object.entries(cases)
      .map(([value, columns]) => `when '${value}' then ${columns[column]}`)
      .join(' ')} end`;
  return { description: caseOf('description'), activity: caseOf('activity') };
}

const ID = { id: 'task.id' };
/** The name of the schedule, its id where it is gone. */
const SCHEDULE = `coalesce((select nullif(name, '') from schedule where id = task.schedule_id), task.schedule_id::text)`;
const NAMED = { ...ID, template: 'template.name' };

/** Kind of the launcher of a task, as SQL over it. */
export const LAUNCHED_BY = `case when task.integration_id is not null then 'integration' when task.schedule_id is not null
  then 'schedule' when task.user_id is not null then 'user' else 'autorun' end`;

export const queuedActivity = byValue(LAUNCHED_BY, {
  integration: columnsOf('task_queued_by_integration', {
    ...ID,
    integration: `coalesce((select name from integration where id = task.integration_id), '')`,
  }),
  schedule: columnsOf('task_queued_by_schedule', { ...ID, schedule: SCHEDULE }),
  user: columnsOf('task_queued', ID),
  autorun: columnsOf('task_queued_by_autorun', ID),
});
export const runningActivity = columnsOf('task_running', NAMED);
export const finishedActivity = byValue('task.status', {
  success: columnsOf('task_success', NAMED),
  error: columnsOf('task_error', NAMED),
  stopped: columnsOf('task_stopped', NAMED),
});
export const canceledActivity = columnsOf('task_canceled', NAMED);
export const confirmedActivity = columnsOf('task_confirmed', NAMED);
export const rejectedActivity = columnsOf('task_rejected', NAMED);
