import { appFamily, DEFAULT_APPS, type DriftStatus, type PlanSummary } from '@switchyard/contracts';
import { taskPlansOnly } from '@switchyard/database';
import { type Executor, row, rows } from '../statements/sql.js';
import { driftAfter, type SucceededRun } from './drift-decision.js';

const TERRAFORM_APPS = Object.keys(DEFAULT_APPS).filter((app) => appFamily(app) === 'terraform');

interface FoundRun {
  app: string;
  plans_only: boolean;
  destroys: boolean;
  as_configured: boolean;
  summary: PlanSummary | null;
  outdated: boolean;
}

/** A plan writes no state of its own, and who applies something keeps others from it. */
const readRun = `
  select task.app, ${taskPlansOnly()} as plans_only, task.params @> '{"destroy": true}' as destroys,
         task.playbook in ('', template.playbook) and coalesce(task.git_branch, '') in ('', coalesce(template.git_branch, ''))
           and coalesce(task.arguments, '') in ('', '[]', '{}') as as_configured,
         task.plan_summary as summary,
         exists (
           select from terraform_state s where s.inventory_id = task.workspace_id and not s.offered
              and s.created > task.started and s.task_id is distinct from task.id) as outdated
    from task join template on template.id = task.template_id where task.id = $1`;

/** A workspace that is deleted meanwhile has no record. */
const store = `
  insert into workspace_drift (inventory_id, template_id, status, task_id, summary)
    select workspace.id, task.template_id, $2::text, task.id, case when $2::text = 'drifted' then task.plan_summary end
      from task join inventory workspace on workspace.id = task.workspace_id where task.id = $1 for key share of workspace
  on conflict (inventory_id, template_id) do update
    set status = excluded.status, task_id = excluded.task_id, summary = excluded.summary, checked = excluded.checked,
        since = case when workspace_drift.status = excluded.status then workspace_drift.since else excluded.since end`;

/** Keeps what a task of the Terraform family that has succeeded shows of its workspace. To be called in the transaction of its end. */
export async function recordDrift(on: Executor, taskId: number): Promise<DriftStatus | null> {
  const found = await row<FoundRun>(on, readRun, [taskId]);
  const status = found && appFamily(found.app) === 'terraform' ? driftAfter(runOf(found)) : null;
  if (status !== null) {
    await rows(on, store, [taskId, status]);
  }
  return status;
}

const runOf = (found: FoundRun): SucceededRun => ({
  plansOnly: found.plans_only,
  destroys: found.destroys,
  isAsConfigured: found.as_configured,
  summary: found.summary,
  isOutdated: found.outdated,
});

const doubt = `
  insert into workspace_drift (inventory_id, template_id, status, task_id)
    select workspace.id, task.template_id, 'unknown', task.id
      from task join inventory workspace on workspace.id = task.workspace_id
     where task.id = $1 and task.app = any($2) and not ${taskPlansOnly()} for key share of workspace
  on conflict (inventory_id, template_id) do update
    set status = excluded.status, task_id = excluded.task_id, since = excluded.since where workspace_drift.status = 'in_step'`;

/**
 * The plan of a task found changes that it is to apply: however the task ends, a workspace that was in step, or that nothing was known
 * of, may be anything then. One that has drifted stays so until something was applied.
 */
export async function doubtDrift(on: Executor, taskId: number): Promise<void> {
  await rows(on, doubt, [taskId, TERRAFORM_APPS]);
}
