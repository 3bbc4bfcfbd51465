import type {
  TaskWithTemplate,
  Template as WireTemplate,
  TemplateDrift,
  TemplateVault as WireVault,
} from '@switchyard/contracts';
import type { Template, TemplateVault } from '@switchyard/database';
import { shownQuestion } from '../../definitions/template.js';

/** Parts with which a template is shown. */
export interface TemplateParts {
  row: Template;
  vaults: readonly TemplateVault[];
  lastTask: TaskWithTemplate | null;
  activeTasks: number;
  drift: TemplateDrift | null;
  driftedWorkspaces: number;
}

/** `environment_ids` and `vault_key_id` are there for clients of later and earlier versions. */
export function toTemplate({
  row,
  vaults,
  lastTask,
  activeTasks,
  drift,
  driftedWorkspaces,
}: TemplateParts): WireTemplate {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    app: row.app,
    type: row.type,
    description: row.description,
    playbook: row.playbook,
    inventory_id: row.inventoryId,
    repository_id: row.repositoryId,
    environment_id: row.environmentId,
    environment_ids: row.environmentId === null ? [] : [row.environmentId],
    view_id: row.viewId,
    git_branch: row.gitBranch,
    runner_tag: row.runnerTag,
    image: row.image,
    image_key_id: row.imageKeyId,
    start_version: row.startVersion,
    build_template_id: row.buildTemplateId,
    autorun: row.autorun,
    suppress_success_alerts: row.suppressSuccessAlerts,
    arguments: row.arguments,
    allow_override_args_in_task: row.allowOverrideArgsInTask,
    allow_override_branch_in_task: row.allowOverrideBranchInTask,
    allow_parallel_tasks: row.allowParallelTasks,
    allow_any_vars_in_task: row.allowAnyVarsInTask,
    variable_patterns: row.variablePatterns,
    timeout_minutes: row.timeoutMinutes,
    stop_grace_seconds: row.stopGraceSeconds,
    confirmation_role: row.confirmationRole,
    confirmation_by_other: row.confirmationByOther,
    pull_requests: row.pullRequests,
    fork_runner_tag: row.forkRunnerTag,
    pull_request_apply: row.pullRequestApply,
    forge_token: row.forgeToken,
    id_tokens: row.idTokens,
    survey_vars: row.surveyVars.length === 0 ? null : row.surveyVars.map(shownQuestion),
    vaults: vaults.map(toVault),
    task_params: row.taskParams,
    limit: limitOf(row),
    tasks: row.tasks,
    last_task_id: lastTask?.id ?? null,
    last_task: lastTask,
    active_tasks: activeTasks,
    drift,
    drifted_workspaces: driftedWorkspaces,
    vault_key_id: null,
  };
}

function toVault(vault: TemplateVault): WireVault {
  return {
    id: vault.id,
    project_id: vault.projectId,
    template_id: vault.templateId,
    name: vault.name,
    type: vault.type,
    vault_key_id: vault.vaultKeyId,
    script: vault.script,
  };
}

function limitOf({ taskParams }: Template): string {
  const limit: unknown = taskParams?.limit;
  return Array.isArray(limit) ? limit.join(',') : '';
}
