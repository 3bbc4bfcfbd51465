import type { Schedule as WireSchedule } from '@switchyard/contracts';
import type { Schedule, Template, Workflow } from '@switchyard/database';
import { shownParams } from '../../definitions/launch-references.js';
import type { LastRun } from './schedule.repository.js';

/** What is shown with a schedule, as far as there is such a thing. */
interface Beside {
  template: Pick<Template, 'name' | 'app'> | undefined;
  workflow: Pick<Workflow, 'name'> | undefined;
  run: LastRun | undefined;
}

/** A schedule as people may see it, without the names of its secret answers. */
export function toSchedule(row: Schedule, { template, workflow, run }: Beside): WireSchedule {
  return {
    id: row.id,
    project_id: row.projectId,
    template_id: row.templateId,
    tpl_name: template?.name ?? '',
    tpl_app: template?.app ?? '',
    workflow_id: row.workflowId,
    workflow_name: workflow?.name ?? '',
    name: row.name,
    active: row.active,
    pause_reason: row.pauseReason,
    type: row.type,
    cron_format: row.cronFormat,
    run_at: row.runAt?.toISOString() ?? null,
    delete_after_run: row.deleteAfterRun,
    timezone: row.timezone,
    overlap_policy: row.overlapPolicy,
    missed_policy: row.missedPolicy,
    repository_id: row.repositoryId,
    check: row.repositoryId === null ? null : checkOf(row),
    task_params: shownParams(row.taskParams),
    secret_names: [],
    next_run_at: row.nextDue?.toISOString() ?? null,
    last_run: run
      ? {
          planned: run.due.toISOString(),
          result: run.result,
          task_id: run.taskId,
          task_status: run.taskStatus,
          run_id: run.runId,
          run_status: run.runStatus,
          issues: run.issues,
        }
      : null,
  };
}

const checkOf = (row: Schedule): WireSchedule['check'] => ({
  checked: row.checked?.toISOString() ?? null,
  commit: row.lastCommit,
  problem: row.checkProblem,
  failures: row.checkFailures,
});
