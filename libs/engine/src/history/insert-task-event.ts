import type { TaskEventKind } from '@switchyard/database';

/** The columns of an event, each as SQL over the `task` and the other names of the source. */
export interface EventColumns {
  origin: string;
  actor?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  attempt?: string | undefined;
  runner?: string | undefined;
  reasonCode?: string | undefined;
  detail?: string | undefined;
}

/**
 * A statement that adds an event to the history of every task of the source.
 * @param source what goes after `from`; it must name the tasks `task`, with `id` and `project_id`
 */
export const insertTaskEvent = (kind: TaskEventKind, source: string, event: EventColumns): string => `
    insert into task_event (project_id, task_id, kind, from_status, to_status, attempt_id, runner_id, origin, actor_id,
                            reason_code, detail)
      select task.project_id, task.id, '${kind}', ${event.from ?? 'null'}, ${event.to ?? 'null'},
             ${event.attempt ?? 'null::int'}, ${event.runner ?? 'null::int'}, ${event.origin}, ${event.actor ?? 'null::int'},
             ${event.reasonCode ?? 'null'}, ${event.detail ?? 'null::jsonb'}
        from ${source}`;
