import { inventoryTypesOf, effectiveApp, isDefaultApp, meantOfTwo, type TemplateInput } from '@switchyard/contracts';
import { AccessKey, App, Environment, GitRepository, Inventory, Template } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { badMember, unknownMember } from '../http/refusals.js';
import { findReferenced } from '../project-resources/owned-rows.js';

/** The members of a row that a body sets; vaults are rows of their own. */
export type TemplateMembers = Omit<Template, 'id' | 'projectId' | 'tasks'>;

/**
 * Checks a body against the project and answers the row's members.
 * @param stored the template as it is; `null` when it is created
 * @throws 404 for an object that the project does not have, 400 for one that does not fit
 */
export async function templateMembers(
  manager: EntityManager,
  projectId: number,
  input: TemplateInput,
  stored: Template | null,
): Promise<TemplateMembers> {
  await requireApp(manager, input.app);
  await findReferenced(manager, GitRepository, projectId, ['repository_id', input.repository_id]);
  const environmentId = environmentIdOf(input, stored);
  await findReferenced(manager, Environment, projectId, ['environment_id', environmentId]);
  await requireInventory(manager, projectId, input);
  await requireBuild(manager, projectId, input, stored?.id);
  await requireVaultKeys(manager, projectId, input);
  requireNoView(input.view_id);
  return { ...toMembers(input), environmentId };
}

/** A body carries the environment as `environment_id`, as the first of `environment_ids`, or both. */
function environmentIdOf({ environment_id, environment_ids }: TemplateInput, stored: Template | null): number | null {
  const known = stored?.environmentId ?? null;
  const [id] = meantOfTwo({ list: environment_ids, first: environment_id }, known === null ? [] : [known]);
  return id ?? null;
}

async function requireApp(manager: EntityManager, app: string): Promise<void> {
  const id = effectiveApp(app);
  if (!isDefaultApp(id) && !(await manager.existsBy(App, { id }))) {
    throw badMember('app', 'no_such_app');
  }
}

async function requireInventory(manager: EntityManager, projectId: number, input: TemplateInput): Promise<void> {
  const inventory = await findReferenced(manager, Inventory, projectId, ['inventory_id', input.inventory_id]);
  const types = inventoryTypesOf(input.app);
  if (inventory && types && !types.includes(inventory.type)) {
    throw badMember('inventory_id', 'inventory_type');
  }
}

async function requireBuild(
  manager: EntityManager,
  projectId: number,
  input: TemplateInput,
  id: number | undefined,
): Promise<void> {
  const build = await findReferenced(manager, Template, projectId, ['build_template_id', input.build_template_id]);
  if (build && (build.type !== 'build' || build.id === id)) {
    throw badMember('build_template_id', 'not_build_template');
  }
}

async function requireVaultKeys(manager: EntityManager, projectId: number, input: TemplateInput): Promise<void> {
  for (const { type, vault_key_id } of input.vaults) {
    const key = await findReferenced(manager, AccessKey, projectId, ['vault_key_id', vault_key_id]);
    if (type === 'password' && key?.type !== 'login_password') {
      throw badMember('vault_key_id', 'not_login_password');
    }
  }
}

/** Views are no part of the product yet, so no project has one. */
function requireNoView(viewId: number | null): void {
  if (viewId !== null) {
    throw unknownMember('view_id');
  }
}

function toMembers(input: TemplateInput): Omit<TemplateMembers, 'environmentId'> {
  return {
    name: input.name,
    app: input.app,
    type: input.type,
    description: input.description,
    playbook: input.playbook,
    inventoryId: input.inventory_id,
    repositoryId: input.repository_id,
    viewId: input.view_id,
    gitBranch: input.git_branch,
    runnerTag: input.runner_tag,
    startVersion: input.start_version,
    buildTemplateId: input.build_template_id,
    autorun: input.autorun,
    suppressSuccessAlerts: input.suppress_success_alerts,
    arguments: input.arguments,
    allowOverrideArgsInTask: input.allow_override_args_in_task,
    allowOverrideBranchInTask: input.allow_override_branch_in_task,
    allowParallelTasks: input.allow_parallel_tasks,
    allowAnyVarsInTask: input.allow_any_vars_in_task,
    variablePatterns: input.variable_patterns,
    timeoutMinutes: input.timeout_minutes,
    surveyVars: input.survey_vars,
    taskParams: input.task_params,
  };
}
