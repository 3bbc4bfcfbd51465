import {
  type Ignored,
  isAssignable,
  type PlanSummary,
  type Task as TaskView,
  type TaskStatus,
  type TaskWithTemplate,
  type WaitingReasonCode,
} from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';

/** A task row as the task queries select it: columns of `task`, the template's facts and the names beside them. */
export interface TaskRow {
  id: number;
  template_id: number;
  project_id: number;
  status: TaskStatus;
  waiting_reason: WaitingReasonCode | null;
  waiting_reason_text: string | null;
  end_reason: string | null;
  exit_code: number | null;
  plan_summary: PlanSummary | null;
  decided_by_name: string | null;
  decided: Date | null;
  playbook: string;
  environment: string;
  arguments: string | null;
  git_branch: string | null;
  message: string;
  inventory_id: number | null;
  build_task_id: number | null;
  version: string | null;
  commit_hash: string | null;
  commit_message: string;
  user_id: number | null;
  integration_id: number | null;
  schedule_id: number | null;
  runner_id: number | null;
  runner_name: string | null;
  created: Date;
  started: Date | null;
  ended: Date | null;
  params: Record<string, unknown>;
  ignored: Ignored[];
  tpl_playbook: string;
  tpl_alias: string;
  tpl_type: string;
  tpl_app: string;
  user_name: string | null;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The wire form of a task. Launch options stand in `params` and, for older clients, at the top level. */
function toTask(row: TaskRow): TaskView {
  const { params, waiting_reason: code } = row;
  return {
    id: row.id,
    template_id: row.template_id,
    project_id: row.project_id,
    status: row.status,
    waiting_reason: code && isAssignable(row.status) ? { code, text: row.waiting_reason_text ?? '' } : null,
    end_reason: row.end_reason,
    exit_code: row.exit_code,
    plan_summary: row.plan_summary,
    decided_by: row.decided_by_name,
    decided: iso(row.decided),
    playbook: row.playbook,
    environment: row.environment,
    secret: '',
    arguments: row.arguments,
    git_branch: row.git_branch,
    message: row.message,
    inventory_id: row.inventory_id,
    build_task_id: row.build_task_id,
    version: row.version,
    commit_hash: row.commit_hash,
    commit_message: row.commit_message,
    user_id: row.user_id,
    integration_id: row.integration_id,
    schedule_id: row.schedule_id,
    runner_id: row.runner_id,
    runner_name: row.runner_name,
    created: row.created.toISOString(),
    start: iso(row.started),
    end: iso(row.ended),
    debug: params['debug'] === true,
    dry_run: params['dry_run'] === true,
    diff: params['diff'] === true,
    limit: Array.isArray(params['limit']) ? params['limit'].join(',') : '',
    params,
    ignored: row.ignored,
  };
}

export function toTaskWithTemplate(row: TaskRow, build: TaskRow | undefined): TaskWithTemplate {
  return {
    ...toTask(row),
    tpl_playbook: row.tpl_playbook,
    tpl_alias: row.tpl_alias,
    tpl_type: row.tpl_type,
    tpl_app: row.tpl_app,
    user_name: row.user_name,
    build_task: build ? toTask(build) : null,
  };
}

/** The row of a task that was just stored and builds on none. @param userName of who started it */
export function launchedRow(task: Task, template: Template, userName: string): TaskRow {
  return {
    id: task.id,
    template_id: task.templateId,
    project_id: task.projectId,
    status: task.status,
    waiting_reason: task.waitingReason,
    waiting_reason_text: task.waitingReasonText,
    playbook: task.playbook,
    environment: task.environment,
    arguments: task.arguments,
    git_branch: task.gitBranch,
    message: task.message,
    inventory_id: task.inventoryId,
    build_task_id: null,
    version: task.version,
    commit_hash: task.commitHash,
    commit_message: task.commitMessage,
    user_id: task.userId,
    integration_id: task.integrationId,
    schedule_id: task.scheduleId,
    created: task.created,
    params: task.params,
    ignored: task.ignored,
    tpl_playbook: template.playbook,
    tpl_alias: template.name,
    tpl_type: template.type,
    tpl_app: template.app,
    user_name: userName,
    ...NOT_RUN,
  };
}

const NOT_RUN = {
  end_reason: null,
  exit_code: null,
  plan_summary: null,
  decided_by_name: null,
  decided: null,
  runner_id: null,
  runner_name: null,
  started: null,
  ended: null,
} as const;
