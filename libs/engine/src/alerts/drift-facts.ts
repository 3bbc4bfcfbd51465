import { type Executor, rows } from '../statements/sql.js';
import type { Alert } from './task-facts.js';

interface Found {
  inventory_id: number;
  workspace: string;
  drifted: boolean;
  since: Date;
  task_id: number | null;
  message: string;
  project_id: number;
  project: string;
  alert: boolean;
  template_id: number;
  template: string;
}

/**
 * Takes the workspaces whose last alert is out of date, for the transaction that it runs in. Without any alert one counts as in
 * step.
 */
const take = `
  with due as (
    select inventory_id, template_id from workspace_drift
     where status <> 'unknown' and (status = 'drifted') <> alerted order by checked limit $1 for update skip locked),
  taken as (
    update workspace_drift drift set alerted = (drift.status = 'drifted') from due
     where drift.inventory_id = due.inventory_id and drift.template_id = due.template_id returning drift.*)
  select taken.inventory_id, inventory.name as workspace, taken.alerted as drifted, taken.since, task.id as task_id,
         coalesce(left(task.message, 255), '') as message, project.id as project_id, project.name as project, project.alert,
         template.id as template_id, template.name as template
    from taken join inventory on inventory.id = taken.inventory_id join template on template.id = taken.template_id
    join project on project.id = template.project_id left join task on task.id = taken.task_id`;

/** The alerts of workspaces that have drifted or are in step again. @returns how many were taken, and those that somebody may want */
export async function driftAlerts(on: Executor, limit: number): Promise<{ taken: number; alerts: Alert[] }> {
  const found = await rows<Found>(on, take, [limit]);
  return { taken: found.length, alerts: found.filter(({ alert }) => alert).map(alertOf) };
}

const UNNAMED = { version: null, user: null, commit: null, branch: null, seconds: null };

function alertOf(found: Found): Alert {
  const { inventory_id: inventoryId, template_id: templateId, task_id: taskId, drifted } = found;
  const since = found.since.toISOString();
  return {
    key: `drift ${inventoryId} ${templateId} ${since}`,
    facts: {
      event: drifted ? 'drifted' : 'in_step',
      at: since,
      project: { id: found.project_id, name: found.project },
      template: { id: templateId, name: found.template },
      workspace: found.workspace,
      task: taskId === null ? null : { id: taskId, message: found.message, ...UNNAMED },
      run: null,
      runner: null,
      schedule: null,
      reason: null,
      problem: null,
      line: null,
    },
  };
}
