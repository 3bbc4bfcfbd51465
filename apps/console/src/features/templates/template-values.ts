import {
  appFamily,
  inventoryTypesOf,
  effectiveApp,
  type InventoryType,
  isPlanned,
  parseStageArguments,
  TemplateInput,
  type SurveyVariable,
  type Template,
  own,
} from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

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
  auto_approve: boolean;
  allow_auto_approve: boolean;
  allow_destroy: boolean;
  override_backend: boolean;
  backend_filename: string;
}

/** The template form. */
export interface TemplateValues {
  app: string;
  type: Template['type'];
  name: string;
  description: string;
  playbook: string;
  repository_id: number | undefined;
  git_branch: string;
  /** Runs at new commits of a repository: a schedule of its own. */
  on_commit: boolean;
  commit_repository_id: number | undefined;
  commit_interval: string;
  inventory_id: number | null;
  environment_id: number | null;
  view_id: number | null;
  runner_tag: string;
  image: string;
  image_key_id: number | null;
  start_version: string;
  build_template_id: number | null;
  autorun: boolean;
  suppress_success_alerts: boolean;
  arguments: string[];
  /** Arguments of the first and last stage; planned apps alone have them. */
  init_arguments: string[];
  apply_arguments: string[];
  allow_override_args_in_task: boolean;
  allow_override_branch_in_task: boolean;
  allow_parallel_tasks: boolean;
  allow_any_vars_in_task: boolean;
  variable_patterns: string[];
  timeout_minutes: number | null;
  stop_grace_seconds: number | null;
  confirmation_role: Template['confirmation_role'];
  confirmation_by_other: boolean;
  pull_requests: boolean;
  fork_runner_tag: string;
  pull_request_apply: Template['pull_request_apply'];
  forge_token: Template['forge_token'];
  id_tokens: Template['id_tokens'];
  survey_vars: SurveyVariable[];
  vaults: VaultValues[];
  task_params: TaskParamValues;
}

/** Ansible alone has patterns and vaults. */
export const isAnsible = (app: string): boolean => effectiveApp(app) === 'ansible';

/** Apps whose dialog is wide. */
const WIDE: readonly string[] = ['ansible', 'terraform', 'tofu'];
export const isWide = (app: string): boolean => WIDE.includes(effectiveApp(app));

/** Inventory types of an app; none = it takes no inventory. */
export const inventoryTypes = (app: string): readonly InventoryType[] => inventoryTypesOf(app) ?? [];

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** Members that the form does not know stay beside the others. */
function taskParamValues(params: Record<string, unknown>): TaskParamValues {
  const on = (name: string): boolean => own(params, name) === true;
  return {
    ...params,
    limit: texts(params.limit),
    tags: texts(params.tags),
    skip_tags: texts(params.skip_tags),
    allow_debug: own(params, 'allow_debug') !== false,
    allow_override_inventory: on('allow_override_inventory'),
    allow_override_limit: on('allow_override_limit'),
    allow_override_tags: on('allow_override_tags'),
    allow_override_skip_tags: on('allow_override_skip_tags'),
    auto_approve: on('auto_approve'),
    allow_auto_approve: on('allow_auto_approve'),
    allow_destroy: on('allow_destroy'),
    override_backend: on('override_backend'),
    backend_filename: typeof params.backend_filename === 'string' ? params.backend_filename : '',
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
    on_commit: false,
    commit_repository_id: undefined,
    commit_interval: '',
    inventory_id: null,
    environment_id: null,
    view_id: null,
    runner_tag: '',
    image: '',
    image_key_id: null,
    start_version: '',
    build_template_id: null,
    autorun: false,
    suppress_success_alerts: false,
    arguments: [],
    init_arguments: [],
    apply_arguments: [],
    allow_override_args_in_task: false,
    allow_override_branch_in_task: false,
    allow_parallel_tasks: false,
    allow_any_vars_in_task: false,
    variable_patterns: [],
    timeout_minutes: 0,
    stop_grace_seconds: null,
    confirmation_role: 'task_runner',
    confirmation_by_other: false,
    pull_requests: false,
    fork_runner_tag: '',
    pull_request_apply: 'nobody',
    forge_token: 'none',
    id_tokens: [],
    survey_vars: [],
    vaults: [],
    task_params: taskParamValues({ allow_debug: false }),
  };
}

/** Plan arguments stand in the same field as those of apps without stages. */
function argumentValues(text: string | null): Pick<TemplateValues, 'arguments' | 'init_arguments' | 'apply_arguments'> {
  const stages = parseStageArguments(text) ?? {};
  return {
    arguments: stages.plan ?? stages.default ?? [],
    init_arguments: stages.init ?? [],
    apply_arguments: stages.apply ?? [],
  };
}

/** Text of the arguments: a plain list where possible. */
function argumentText({
  app,
  arguments: args,
  init_arguments: init,
  apply_arguments: apply,
}: TemplateValues): string | null {
  if (isPlanned(app) && init.length + apply.length > 0) {
    return JSON.stringify({ init, plan: args, apply });
  }
  return args.length === 0 ? null : JSON.stringify(args);
}

const ANSIBLE_PARAMS = [
  'limit',
  'tags',
  'skip_tags',
  'allow_debug',
  'allow_override_limit',
  'allow_override_tags',
  'allow_override_skip_tags',
  'allow_override_inventory',
] as const;
const PLANNED_PARAMS = ['auto_approve', 'allow_auto_approve', 'allow_destroy', 'allow_override_inventory'] as const;
const BACKEND_PARAMS = ['override_backend', 'backend_filename'] as const;

const KNOWN: ReadonlySet<string> = new Set([...ANSIBLE_PARAMS, ...PLANNED_PARAMS, ...BACKEND_PARAMS]);

/** Whether an app has a backend that can be overridden. */
export const hasBackend = (app: string): boolean => appFamily(app) === 'terraform';

/** The launch options that an app knows, and those that nobody here knows. */
function paramsOf(app: string, params: TaskParamValues): Partial<TaskParamValues> {
  const names: readonly string[] = isAnsible(app) ? ANSIBLE_PARAMS : isPlanned(app) ? PLANNED_PARAMS : [];
  const backend: readonly string[] = hasBackend(app) ? BACKEND_PARAMS : [];
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => names.includes(name) || backend.includes(name) || !KNOWN.has(name)),
  );
}

/** First values of a new template. */
export type TemplateDefaults = Partial<Pick<TemplateValues, 'type' | 'view_id' | 'repository_id' | 'inventory_id'>>;

/** Values of a stored template, or of a new one of an app. */
export function templateValues(
  template: Template | null,
  app: string,
  defaults: TemplateDefaults = {},
): TemplateValues {
  if (template === null) {
    return { ...blank(app), ...defaults };
  }
  const { description, git_branch, runner_tag, image, fork_runner_tag, start_version, task_params } = template;
  return {
    ...blank(template.app),
    ...template,
    description: description ?? '',
    git_branch: git_branch ?? '',
    runner_tag: runner_tag ?? '',
    image: image ?? '',
    fork_runner_tag: fork_runner_tag ?? '',
    start_version: start_version ?? '',
    survey_vars: template.survey_vars ?? [],
    ...argumentValues(template.arguments),
    vaults: template.vaults.map(({ id, name, type, vault_key_id, script }) => ({
      id,
      name,
      type,
      vault_key_id,
      script,
    })),
    task_params: taskParamValues(task_params ?? {}),
  };
}

/** Templates on which a deploy may build: builds and deploys except `self`, the stored template that the form is of. */
export const buildTemplates = (templates: readonly Template[], self: number | null): Template[] =>
  templates.filter(({ id, type }) => type !== '' && id !== self);

/** Request body of the values: what the app does not know is left out. */
export function templateBody(values: TemplateValues): object {
  const {
    description,
    survey_vars,
    task_params,
    vaults,
    inventory_id,
    init_arguments: _i,
    apply_arguments: _a,
    on_commit: _o,
    commit_repository_id: _r,
    commit_interval: _c,
    ...rest
  } = values;
  return {
    ...rest,
    description: description || null,
    survey_vars: survey_vars.length > 0 ? survey_vars : null,
    arguments: argumentText(values),
    inventory_id: inventoryTypes(values.app).length > 0 ? inventory_id : null,
    vaults: isAnsible(values.app) ? vaults : [],
    task_params: paramsOf(values.app, task_params),
  };
}

export function templateIssues(values: TemplateValues): FormIssue[] {
  const isOpen = values.on_commit && values.commit_repository_id === undefined;
  const { type, start_version: version, build_template_id: build } = values;
  return [
    ...formIssues(TemplateInput, templateBody(values)),
    ...(type === 'build' && version.trim() === '' ? [emptyAt('start_version')] : []),
    ...(type === 'deploy' && build === null ? [emptyAt('build_template_id')] : []),
    ...(isOpen ? [emptyAt('commit_repository_id')] : []),
  ];
}
