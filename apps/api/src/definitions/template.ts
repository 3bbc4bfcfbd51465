import {
  meantOfTwo,
  own,
  type SurveyVariable,
  Template as WireTemplate,
  TemplateInput,
  TemplateVaultInput,
} from '@switchyard/contracts';
import { type StoredSurveyVariable, Template, TemplateVault } from '@switchyard/database';
import { MEBIBYTE } from '@switchyard/server';
import { z } from 'zod';
import { child, defineResource, type Members, type Sent } from './definition.js';
import { ListQuery } from '../platform/http/list-query.js';

const members: Members<Template> = {
  name: 'shown',
  app: 'shown',
  type: 'shown',
  description: 'shown',
  playbook: 'shown',
  inventoryId: 'shown',
  repositoryId: 'shown',
  environmentId: 'shown',
  viewId: 'shown',
  gitBranch: 'shown',
  arguments: 'content',
  allowOverrideArgsInTask: 'shown',
  allowOverrideBranchInTask: 'shown',
  startVersion: 'shown',
  buildTemplateId: 'shown',
  autorun: 'shown',
  suppressSuccessAlerts: 'shown',
  surveyVars: 'content',
  taskParams: 'content',
  runnerTag: 'shown',
  image: 'shown',
  imageKeyId: 'shown',
  allowParallelTasks: 'shown',
  allowAnyVarsInTask: 'shown',
  variablePatterns: 'shown',
  timeoutMinutes: 'shown',
  stopGraceSeconds: 'shown',
  confirmationRole: 'shown',
  confirmationByOther: 'shown',
  pullRequests: 'shown',
  forkRunnerTag: 'shown',
  pullRequestApply: 'shown',
  forgeToken: 'shown',
  idTokens: 'shown',
  tasks: 'kept',
};

/** `app` keeps the templates of that app; the empty one is ansible. */
export const TemplateListQuery = ListQuery.extend({ app: z.string().max(64).optional() });
export type TemplateListQuery = z.infer<typeof TemplateListQuery>;

/** A template. Its vaults are rows of their own. */
export const templateResource = defineResource({
  entity: Template,
  noun: 'template',
  plural: 'Templates',
  path: 'templates',
  list: 'templates',
  label: 'name',
  title: ({ id }) => id,
  members,
  children: [
    child<TemplateVault>({
      entity: TemplateVault,
      owner: 'templateId',
      members: { templateId: 'shown', name: 'shown', type: 'shown', vaultKeyId: 'shown', script: 'shown' },
      backup: { list: 'vaults', most: 64, input: TemplateVaultInput, columns: vaultColumns },
    }),
  ],
  backup: { section: 'templates', shown: ({ surveyVars }) => ({ surveyVars: surveyVars.map(shownQuestion) }) },
  input: TemplateInput,
  output: WireTemplate,
  query: TemplateListQuery,
  bodyLimit: 2 * MEBIBYTE,
  example: ({ repositoryId, viewId }) => ({
    name: 't',
    app: 'bash',
    playbook: 'run.sh',
    repository_id: repositoryId,
    view_id: viewId,
    description: 'd',
  }),
  unlessSent: {
    allowAnyVarsInTask: false,
    variablePatterns: [],
    timeoutMinutes: 0,
    stopGraceSeconds: null,
    confirmationRole: 'task_runner',
    confirmationByOther: false,
    pullRequests: false,
    forkRunnerTag: null,
    image: null,
    imageKeyId: null,
    pullRequestApply: 'nobody',
    forgeToken: 'none',
    idTokens: [],
  },
  columns,
});

function columns(input: TemplateInput, stored: Template | null): Sent<Omit<Template, 'id' | 'projectId' | 'tasks'>> {
  return {
    name: input.name,
    app: input.app,
    type: input.type,
    description: input.description,
    playbook: input.playbook,
    inventoryId: input.inventory_id,
    repositoryId: input.repository_id,
    environmentId: environmentIdOf(input, stored),
    viewId: input.view_id,
    gitBranch: input.git_branch,
    runnerTag: input.runner_tag,
    image: input.image,
    imageKeyId: input.image_key_id,
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
    stopGraceSeconds: input.stop_grace_seconds,
    confirmationRole: input.confirmation_role,
    confirmationByOther: input.confirmation_by_other,
    pullRequests: input.pull_requests,
    forkRunnerTag: input.fork_runner_tag,
    pullRequestApply: input.pull_request_apply,
    forgeToken: input.forge_token,
    idTokens: input.id_tokens,
    surveyVars: input.survey_vars,
    taskParams: input.task_params,
  };
}

/** A body carries the environment as `environment_id`, as the first of `environment_ids`, or both. */
function environmentIdOf({ environment_id, environment_ids }: TemplateInput, stored: Template | null): number | null {
  const known = stored?.environmentId ?? null;
  const [id] = meantOfTwo({ list: environment_ids, first: environment_id }, known === null ? [] : [known]);
  return id ?? null;
}

/** Columns of a vault that a body sets. */
export function vaultColumns({ name, type, vault_key_id, script }: TemplateVaultInput): Partial<TemplateVault> {
  return {
    name,
    type,
    vaultKeyId: type === 'password' ? vault_key_id : null,
    script: type === 'script' ? script : null,
  };
}

/** A stored question as it is read: the default of a secret is shown to nobody. */
export function shownQuestion({ sealed_default: _, ...question }: StoredSurveyVariable): SurveyVariable {
  return question.type === 'secret'
    ? { ...question, default_value: '', secret_default: own(question, 'secret_default') === true }
    : question;
}
