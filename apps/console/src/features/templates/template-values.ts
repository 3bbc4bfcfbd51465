import { effectiveApp, parseArguments, TemplateInput, type SurveyVariable, type Template } from '@switchyard/contracts';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

/** One vault of the form; `id` is absent until the server has it. */
export interface VaultValues {
  id?: number;
  name: string | null;
  type: 'password' | 'script';
  vault_key_id: number | null;
  script: string | null;
}

export interface TaskParamValues {
  limit: string[];
  tags: string[];
  skip_tags: string[];
  allow_debug: boolean;
  allow_override_inventory: boolean;
  allow_override_limit: boolean;
  allow_override_tags: boolean;
  allow_override_skip_tags: boolean;
}

/** The template form; members without a field of their own (`view_id`, parallel runs) are carried along. */
export interface TemplateValues {
  app: string;
  type: Template['type'];
  name: string;
  description: string;
  playbook: string;
  repository_id: number | undefined;
  git_branch: string;
  inventory_id: number | null;
  environment_id: number | null;
  view_id: number | null;
  runner_tag: string;
  start_version: string;
  build_template_id: number | null;
  autorun: boolean;
  suppress_success_alerts: boolean;
  arguments: string[];
  allow_override_args_in_task: boolean;
  allow_override_branch_in_task: boolean;
  allow_parallel_tasks: boolean;
  survey_vars: SurveyVariable[];
  vaults: VaultValues[];
  task_params: TaskParamValues;
  /** Members of `task_params` that the form does not know; sent back unchanged. */
  other_params: Record<string, unknown>;
}

/** Ansible alone has inventories, patterns and vaults (spec resources 2). */
export const isAnsible = (app: string): boolean => effectiveApp(app) === 'ansible';

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

function taskParamValues(params: Record<string, unknown>): TaskParamValues {
  const on = (name: string): boolean => params[name] === true;
  return {
    limit: texts(params.limit),
    tags: texts(params.tags),
    skip_tags: texts(params.skip_tags),
    allow_debug: on('allow_debug'),
    allow_override_inventory: on('allow_override_inventory'),
    allow_override_limit: on('allow_override_limit'),
    allow_override_tags: on('allow_override_tags'),
    allow_override_skip_tags: on('allow_override_skip_tags'),
  };
}

function blank(app: string): TemplateValues {
  return {
    app,
    type: '',
    name: '',
    description: '',
    playbook: '',
    repository_id: undefined,
    git_branch: '',
    inventory_id: null,
    environment_id: null,
    view_id: null,
    runner_tag: '',
    start_version: '',
    build_template_id: null,
    autorun: false,
    suppress_success_alerts: false,
    arguments: [],
    allow_override_args_in_task: false,
    allow_override_branch_in_task: false,
    allow_parallel_tasks: false,
    survey_vars: [],
    vaults: [],
    task_params: taskParamValues({}),
    other_params: {},
  };
}

/** Values of a stored template, or of a new one of an app. */
export function templateValues(template: Template | null, app: string): TemplateValues {
  if (template === null) {
    return blank(app);
  }
  const { description, git_branch, runner_tag, start_version, task_params } = template;
  return {
    ...blank(template.app),
    ...template,
    description: description ?? '',
    git_branch: git_branch ?? '',
    runner_tag: runner_tag ?? '',
    start_version: start_version ?? '',
    arguments: parseArguments(template.arguments) ?? [],
    vaults: template.vaults.map(({ id, name, type, vault_key_id, script }) => ({
      id,
      name,
      type,
      vault_key_id,
      script,
    })),
    task_params: taskParamValues(task_params),
    other_params: task_params,
  };
}

/** Request body of the values; patterns, vaults and the inventory belong to Ansible only. */
export function templateBody(values: TemplateValues): object {
  const { other_params, task_params, vaults, inventory_id, arguments: args, ...rest } = values;
  const ansible = isAnsible(values.app);
  return {
    ...rest,
    arguments: args.length === 0 ? null : JSON.stringify(args),
    inventory_id: ansible ? inventory_id : null,
    vaults: ansible ? vaults : [],
    task_params: ansible ? { ...other_params, ...task_params } : other_params,
  };
}

export function templateIssues(values: TemplateValues): FormIssue[] {
  return formIssues(TemplateInput, templateBody(values));
}
