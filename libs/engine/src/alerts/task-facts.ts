import type { AlertEvent, AlertFacts, SentProblem } from '@switchyard/contracts';
import type { TransitionEvent } from '../history/transition-feed.js';
import { type Executor, rows } from '../statements/sql.js';
import { alertEventOf } from './alert-event.js';
import { readErrorLine } from './read-error-line.js';

/** An alert before it is addressed. `key` names the event for good, so that each target gets it once. */
export interface Alert {
  key: string;
  facts: AlertFacts & { event: AlertEvent };
}

interface Found {
  n: number;
  project_id: number;
  project: string;
  template_id: number;
  template: string;
  workspace: string | null;
  message: string;
  version: string | null;
  commit: string | null;
  branch: string | null;
  seconds: number | null;
  user: string | null;
  runner: string | null;
  schedule_id: number | null;
  schedule: string | null;
  due: Date | null;
  reason: string | null;
  problem: SentProblem | null;
}

/** Those alone that somebody may want: their project sends alerts, and their template does not suppress this one. */
const wanted = `
  select given.n::int as n, task.project_id, project.name as project, task.template_id, template.name as template,
         workspace.name as workspace, left(task.message, 255) as message, task.version, nullif(left(task.commit_hash, 10), '') as commit, task.git_branch as branch,
         round(extract(epoch from coalesce(task.ended, now()) - task.started))::int as seconds, "user".name as user, runner.name as runner,
         schedule.id as schedule_id, coalesce(nullif(schedule.name, ''), template.name) as schedule, run.due,
         left(task.end_reason, 2000) as reason, task.end_problem as problem
    from unnest($1::int[], $2::text[]) with ordinality as given(task_id, event, n)
    join task on task.id = given.task_id
    join project on project.id = task.project_id and project.alert
    join template on template.id = task.template_id
     and not (given.event = 'success' and template.suppress_success_alerts)
    left join inventory workspace on workspace.id = task.workspace_id
    left join "user" on "user".id = task.user_id
    left join runner on runner.id = task.runner_id
    left join schedule on schedule.id = task.schedule_id
    left join schedule_run run on run.task_id = task.id and run.schedule_id = schedule.id
   order by given.n`;

/** The alerts of transitions. A task that was deleted meanwhile has none. */
export async function taskAlerts(on: Executor, transitions: readonly TransitionEvent[]): Promise<Alert[]> {
  const notable = transitions.flatMap((transition) => {
    const event = alertEventOf(transition);
    return event === null ? [] : [{ transition, event }];
  });
  if (notable.length === 0) {
    return [];
  }
  const found = await rows<Found>(on, wanted, [
    notable.map(({ transition }) => transition.taskId),
    notable.map(({ event }) => event),
  ]);
  const alerts: Alert[] = [];
  for (const each of found) {
    const { transition, event } = notable[each.n - 1] as (typeof notable)[number];
    alerts.push({ key: `task ${transition.id}`, facts: await factsOf(on, event, transition, each) });
  }
  return alerts;
}

async function factsOf(
  on: Executor,
  event: AlertEvent,
  { taskId, at }: TransitionEvent,
  found: Found,
): Promise<Alert['facts']> {
  const { schedule_id: scheduleId, schedule, due } = found;
  return {
    event,
    at: at.toISOString(),
    project: { id: found.project_id, name: found.project },
    template: { id: found.template_id, name: found.template },
    workspace: found.workspace,
    task: taskOf(taskId, found),
    run: null,
    runner: found.runner,
    schedule:
      scheduleId === null || due === null ? null : { id: scheduleId, name: schedule ?? '', planned: due.toISOString() },
    reason: event === 'success' ? null : found.reason,
    problem: event === 'success' ? null : found.problem,
    line: event === 'failure' || event === 'runner_lost' ? await readErrorLine(on, taskId) : null,
  };
}

const taskOf = (id: number, { message, version, user, commit, branch, seconds }: Found): Alert['facts']['task'] => ({
  id,
  message,
  version,
  user,
  commit,
  branch,
  seconds,
});
