import { insertTaskEvent } from '../history/insert-task-event.js';
import { NOTIFICATION_COUNT, insertNotifications } from '../outbox/runner-notifications.js';
import type { Transition } from './transition.js';
import { type TransitionName, TRANSITIONS } from './transitions.js';

/** Columns of `task` that a record needs, beside those of the live message. */
export const RECORDED_COLUMNS = [
  'user_id',
  'integration_id',
  'schedule_id',
  'runner_id',
  'attempt_number',
  'log_attempt',
  'decided_by',
]
  .map((column) => `task.${column}`)
  .join(', ');

export interface RecordSource {
  /** The CTE with the tasks that moved, as they are now. */
  source: string;
  /** The status that they left, as SQL over `task`; absent = they are new. */
  from?: string;
  /** False when nobody wants deliveries. */
  deliveries: boolean;
}

/**
 * The CTEs that record a transition: its domain event, its activity record, its deliveries. `count` goes into the last
 * `select`, behind another column: `deliveries`, how many were written.
 */
export function recordCtes(name: TransitionName, source: RecordSource): { ctes: string[]; count: string } {
  const transition: Transition = TRANSITIONS[name];
  const events = `domain_events as (${eventOf(name, transition, source)})`;
  const activity = transition.activity ? [`activity as (${activityOf(transition.activity, source)})`] : [];
  if (transition.deliveries === null || !source.deliveries) {
    return { ctes: [events, ...activity], count: '' };
  }
  const deliveries = insertNotifications(transition.deliveries, source.source);
  return { ctes: [events, ...activity, deliveries], count: `, ${NOTIFICATION_COUNT}` };
}

function eventOf(name: TransitionName, { attempt, event }: Transition, { source, from }: RecordSource): string {
  const joined = attempt === 'none' ? '' : ' left join attempts on attempts.task_id = task.id';
  const ended = attempt === 'end' ? ' left join logs on logs.attempt_id = attempts.id' : '';
  return insertTaskEvent(name, `${source} task${joined}${ended}`, {
    ...event,
    from,
    to: 'task.status',
    ...(joined ? { attempt: 'attempts.id', runner: 'attempts.runner_id' } : {}),
  });
}

const activityOf = (
  { description, activity, actor }: NonNullable<Transition['activity']>,
  { source }: RecordSource,
): string => `
    insert into event (user_id, project_id, integration_id, object_type, object_id, description, activity)
      select ${actor}, task.project_id, task.integration_id, 'task', task.id, ${description}, ${activity}
        from ${source} task join template on template.id = task.template_id`;
