import {
  appFamily,
  isPlanned,
  parseStageArguments,
  TaskInput,
  type SurveyVariable,
  type Task,
  type Template,
  own,
  withVisibleControls,
} from '@switchyard/contracts';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

/** What the new-task form holds. `debug_level` 0 = off. */
export interface RunValues {
  message: string;
  build_task_id: number | null;
  survey: Record<string, string>;
  git_branch: string;
  inventory_id: number | null;
  limit: string[];
  tags: string[];
  skip_tags: string[];
  arguments: string[];
  debug_level: number;
  dry_run: boolean;
  diff: boolean;
  plan: boolean;
  destroy: boolean;
  auto_approve: boolean;
  upgrade: boolean;
  reconfigure: boolean;
}

/** Fields that the template lets the user change at start; Ansible alone has patterns, dry run and diff. */
export interface RunOptions {
  branch: boolean;
  arguments: boolean;
  inventory: boolean;
  limit: boolean;
  tags: boolean;
  skipTags: boolean;
  debug: boolean;
  check: boolean;
  /** Plan only, upgrade and reconfigure. */
  plan: boolean;
  destroy: boolean;
  autoApprove: boolean;
}

export function runOptions(template: Template): RunOptions {
  const ansible = appFamily(template.app) === 'ansible';
  const plan = isPlanned(template.app);
  const on = (name: string): boolean => own(template.task_params, name) === true;
  const allowed = (name: string): boolean => ansible && on(name);
  return {
    branch: template.allow_override_branch_in_task,
    arguments: template.allow_override_args_in_task,
    inventory: (ansible || plan) && on('allow_override_inventory'),
    limit: allowed('allow_override_limit'),
    tags: allowed('allow_override_tags'),
    skipTags: allowed('allow_override_skip_tags'),
    debug: allowed('allow_debug'),
    check: ansible,
    plan,
    destroy: plan && on('allow_destroy'),
    autoApprove: plan && on('allow_auto_approve') && !on('auto_approve'),
  };
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function surveyDefaults(variables: readonly SurveyVariable[]): Record<string, string> {
  return Object.fromEntries(
    variables.map(({ name, type, default_value }) => [name, type === 'secret' ? '' : default_value]),
  );
}

/** Arguments that are added to the template's. */
function planArguments(text: string | null): string[] {
  const stages = parseStageArguments(text) ?? {};
  return stages.plan ?? stages.default ?? [];
}

function planValues(
  params: Record<string, unknown>,
): Pick<RunValues, 'plan' | 'destroy' | 'auto_approve' | 'upgrade' | 'reconfigure'> {
  const on = (name: string): boolean => own(params, name) === true;
  return {
    plan: on('plan'),
    destroy: on('destroy'),
    auto_approve: on('auto_approve'),
    upgrade: on('upgrade'),
    reconfigure: on('reconfigure'),
  };
}

/** The template's own values; when a task is run again, the choices it was started with. */
export function runValues(template: Template, again: Task | null): RunValues {
  const { task_params, survey_vars } = template;
  const params = { ...task_params, ...again?.params };
  const debugLevel = params.debug === true ? Number(params.debug_level ?? 4) : 0;
  return {
    message: '',
    build_task_id: again?.build_task_id ?? null,
    survey: surveyDefaults(survey_vars),
    git_branch: again?.git_branch ?? template.git_branch ?? '',
    inventory_id: again?.inventory_id ?? template.inventory_id,
    limit: texts(params.limit),
    tags: texts(params.tags),
    skip_tags: texts(params.skip_tags),
    arguments: planArguments(again?.arguments ?? null),
    debug_level: debugLevel,
    dry_run: params.dry_run === true,
    diff: params.diff === true,
    ...planValues(again?.params ?? {}),
  };
}

/** As they were typed: the server makes numbers of those that are some. */
function answers(template: Template, values: RunValues, secret: boolean): string {
  const entries = template.survey_vars
    .filter(({ type, name }) => (type === 'secret') === secret && (own(values.survey, name) ?? '') !== '')
    .map(({ name }) => [name, own(values.survey, name) ?? '']);
  return JSON.stringify(Object.fromEntries(entries));
}

function taskParams(values: RunValues, options: RunOptions): object {
  const { limit, tags, skip_tags, debug_level, dry_run, diff } = values;
  return {
    ...(options.limit && { limit }),
    ...(options.tags && { tags }),
    ...(options.skipTags && { skip_tags }),
    ...(options.debug && debug_level > 0 && { debug: true, debug_level }),
    ...(options.check && { dry_run, diff }),
    ...(options.plan && { plan: values.plan, upgrade: values.upgrade, reconfigure: values.reconfigure }),
    ...(options.destroy && { destroy: values.destroy }),
    ...(options.autoApprove && { auto_approve: values.auto_approve }),
  };
}

/** Only what the template lets the user change is sent. Secret answers travel apart from the others. */
export function runBody(template: Template, values: RunValues): object {
  const options = runOptions(template);
  return {
    template_id: template.id,
    message: values.message,
    environment: answers(template, values, false),
    secret: answers(template, values, true),
    ...(options.branch && { git_branch: values.git_branch }),
    ...(options.arguments && { arguments: JSON.stringify(values.arguments) }),
    ...(options.inventory && { inventory_id: values.inventory_id }),
    ...(template.type === 'deploy' && { build_task_id: values.build_task_id }),
    params: taskParams(values, options),
  };
}

/** Words of the specification for answers (resources 5). */
export interface AnswerWords {
  required: (title: string) => string;
  digits: (title: string) => string;
  empty: string;
}

function answerIssues(template: Template, values: RunValues, words: AnswerWords): FormIssue[] {
  return template.survey_vars.flatMap(({ name, title, type, required }) => {
    const answer = own(values.survey, name) ?? '';
    if (required && answer === '') {
      return [{ path: ['survey', name], message: words.required(title) }];
    }
    const wrong = type === 'int' && answer !== '' && !/^\d+$/.test(answer);
    return wrong ? [{ path: ['survey', name], message: words.digits(title) }] : [];
  });
}

const formPath: Readonly<Record<string, string>> = { limit: 'limit', tags: 'tags', skip_tags: 'skip_tags' };

/** Faults at the fields of the form: `params.limit` of the body is the field `limit`. */
export function runIssues(template: Template, values: RunValues, words: AnswerWords): FormIssue[] {
  const build =
    template.type === 'deploy' && values.build_task_id === null
      ? [{ path: ['build_task_id'], message: words.empty }]
      : [];
  const rules = formIssues(TaskInput, runBody(template, values)).map(({ path, message }) => {
    const inner = path[0] === 'params' ? own(formPath, String(path[1])) : undefined;
    return { path: inner === undefined ? path : [inner], message };
  });
  return [...build, ...answerIssues(template, values, words), ...rules];
}

/** Spec section 9: a name in the new-task title is cut to 16 characters, 14 plus an ellipsis. */
export function titleName(name: string): string {
  const shown = withVisibleControls(name);
  const characters = [...shown];
  return characters.length <= 16 ? shown : `${characters.slice(0, 14).join('')}...`;
}
