import type { RunnerNotificationBody } from '@switchyard/contracts';
import { runnerServes } from '@switchyard/database';

/** Runners with a webhook that could take the task by switch, project and tag; their tools may come with them. */
const COULD_TAKE = runnerServes('r');

const concerned: Readonly<Record<RunnerNotificationBody['event'], { runners: string; first: string }>> = {
  'task.queued': { runners: COULD_TAKE, first: 'r.id' },
  'task.finished': { runners: `(r.id = task.runner_id or ${COULD_TAKE})`, first: '(r.id = task.runner_id) desc, r.id' },
};

/**
 * The CTE `deliveries`: writes one delivery for each task of `source` and each address of a runner that is concerned. Of
 * several runners with one address the first is its target; of a task that ended, the runner that had it.
 */
export const insertNotifications = (event: RunnerNotificationBody['event'], source: string): string => `
  deliveries as (
    insert into outbox_message (id, kind, target_id, payload)
      select distinct on (r.webhook, task.id) gen_random_uuid(), 'runner_webhook', r.id, jsonb_build_object(
               'event', '${event}', 'task_id', task.id, 'project_id', task.project_id,
               'template_id', task.template_id, 'status', task.status, 'runner_tag', task.tag, 'runner_id', r.id,
               'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from ${source} task join runner r on r.webhook <> '' and ${concerned[event].runners}
       order by r.webhook, task.id, ${concerned[event].first}
    returning id)`;

/** True when some runner has a webhook: without one the statements of the hot path need no {@link insertNotifications}. */
export const NOTIFIES_RUNNERS = `exists (select from runner where webhook <> '')`;

/** As {@link NOTIFIES_RUNNERS}, of the runners that may hear of the end of a `task`. */
export const END_NOTIFIES_RUNNERS = `exists (
  select from runner r
   where r.webhook <> '' and (r.project_id is null or r.project_id = task.project_id or r.id = task.runner_id))`;

/** Goes into the last `select`: how many deliveries were written. */
export const NOTIFICATION_COUNT = '(select count(*)::int from deliveries) as deliveries';
