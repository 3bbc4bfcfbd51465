import { type AlertEvent, problem } from '@switchyard/contracts';
import { endReason } from '../life-cycle/end-reason.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Alert } from './task-facts.js';

interface Found {
  event: AlertEvent;
  node: string;
  attempt: number;
  label: string;
  at: Date;
  due: Date | null;
  run_id: number;
  message: string;
  user: string | null;
  workflow: string;
  project_id: number;
  project: string;
  alert: boolean;
}

/** Takes the nodes of which people are to be alerted, for the transaction that it runs in. */
const take = `
  with due as (
    select run_id, node, attempt, alert from workflow_node_run
     where alert is not null order by run_id, node limit $1 for update skip locked),
  taken as (
    update workflow_node_run n set alert = null from due
     where n.run_id = due.run_id and n.node = due.node and n.attempt = due.attempt
    returning n.run_id, n.node, n.attempt, due.alert as event, coalesce(n.ended, n.started, now()) as at, n.due)
  select taken.event, taken.node, taken.attempt, taken.at, taken.due, run.id as run_id, left(run.message, 255) as message, "user".name as user,
         (select coalesce(nullif(max(each ->> 'name'), ''), taken.node) from jsonb_array_elements(version.graph -> 'nodes') each
           where each ->> 'node' = taken.node) as label,
         workflow.name as workflow, project.id as project_id, project.name as project, project.alert
    from taken join workflow_run run on run.id = taken.run_id
    join workflow on workflow.id = run.workflow_id
    join workflow_version version on version.workflow_id = run.workflow_id and version.number = run.version
    join project on project.id = run.project_id
    left join "user" on "user".id = run.user_id`;

/** The alerts of approvals that wait, or that nobody decided in time. @returns how many were taken, and those that somebody may want */
export async function runAlerts(on: Executor, limit: number): Promise<{ taken: number; alerts: Alert[] }> {
  const found = await rows<Found>(on, take, [limit]);
  return { taken: found.length, alerts: found.filter(({ alert }) => alert).map(alertOf) };
}

const UNEXPLAINED = { reason: null, problem: null };

function alertOf(found: Found): Alert {
  const { event, run_id: id, node, attempt, label, workflow, message, user, due } = found;
  return {
    key: `run ${id} ${attempt} ${node} ${event}`,
    facts: {
      event,
      at: found.at.toISOString(),
      project: { id: found.project_id, name: found.project },
      template: null,
      workspace: null,
      task: null,
      run: { id, workflow, node: label, message, user, deadline: due?.toISOString() ?? null },
      runner: null,
      schedule: null,
      ...(event === 'approval_overdue' ? endReason(problem('approval_overdue')) : UNEXPLAINED),
      line: null,
    },
  };
}
