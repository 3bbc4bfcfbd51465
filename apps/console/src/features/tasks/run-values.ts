import {
  exactJson,
  hasSecretDefault,
  issueAt,
  type LaunchOption,
  launchOverrides,
  mayLaunchWith,
  parseStageArguments,
  problem,
  TaskInput,
  TERRAFORM_CHECKS,
  type TerraformCheck,
  answerKind,
  type SurveyVariable,
  type Task,
  type TaskWithTemplate,
  type Template,
  own,
  withVisibleControls,
} from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue, type Placing } from '../../lib/form-issues.js';
import { launchSettings } from '../../lib/launch-settings.js';
import { type Given, parsedObject } from './given-variables.js';

/** Values of the new-task form. `debug_level` 0 = off. */
export interface RunValues {
  message: string;
  build_task_id: number | null;
  survey: Record<string, string>;
  /** Further variables: text of a JSON object, or empty. */
  variables: string;
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
  fmt: boolean;
  validate: boolean;
  test: boolean;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function surveyDefaults(variables: readonly SurveyVariable[] | null): Record<string, string> {
  return Object.fromEntries(
    (variables ?? []).map(({ name, type, default_value }) => [name, type === 'secret' ? '' : default_value]),
  );
}

/** Whether a launch may set variables that are no questions. */
export const takesVariables = (template: Pick<Template, 'allow_any_vars_in_task' | 'variable_patterns'>): boolean =>
  template.allow_any_vars_in_task || template.variable_patterns.length > 0;

const answerText = (answer: unknown): string => (typeof answer === 'string' ? answer : exactJson(answer));

const isSecret = ({ survey_vars }: Template, wanted: string): boolean =>
  (survey_vars ?? []).some(({ name, type }) => name === wanted && type === 'secret');

/** The answers that were given, in the place of defaults. Secrets are not among them. */
function surveyAnswers(template: Template, given: Given): Record<string, string> {
  const defaults = surveyDefaults(template.survey_vars);
  const answered = Object.keys(defaults).flatMap((name) => {
    const answer = isSecret(template, name) ? undefined : own(given, name);
    return answer === undefined ? [] : [[name, answerText(answer)] as const];
  });
  return { ...defaults, ...Object.fromEntries(answered) };
}

function furtherVariables(template: Template, given: Given): string {
  const questions = new Set((template.survey_vars ?? []).map(({ name }) => name));
  const others = Object.entries(given).filter(([name]) => !questions.has(name));
  return others.length > 0 && takesVariables(template) ? exactJson(Object.fromEntries(others), 2) : '';
}

/** Arguments that are added to the template's. */
function planArguments(text: string | null): string[] {
  const stages = parseStageArguments(text) ?? {};
  return stages.plan ?? stages.default ?? [];
}

function planValues(
  params: Record<string, unknown>,
): Pick<RunValues, 'plan' | 'destroy' | 'auto_approve' | 'upgrade' | 'reconfigure' | TerraformCheck> {
  const on = (name: string): boolean => own(params, name) === true;
  return {
    plan: on('plan'),
    destroy: on('destroy'),
    auto_approve: on('auto_approve'),
    upgrade: on('upgrade'),
    reconfigure: on('reconfigure'),
    fmt: on('fmt'),
    validate: on('validate'),
    test: on('test'),
  };
}

/** Choices of an earlier launch. */
export type Choices = Pick<Task, 'params' | 'build_task_id' | 'git_branch' | 'inventory_id' | 'arguments'>;

/** 0 = off. */
const debugLevel = ({ debug, debug_level }: Task['params']): number => (debug === true ? Number(debug_level ?? 4) : 0);

/** The template's own values; when a task is run again, the choices and the variables it was started with. */
export function runValues(template: Template, again: Choices | null, given: Given = {}): RunValues {
  const { task_params } = template;
  const params = { ...task_params, ...again?.params };
  return {
    message: '',
    build_task_id: again?.build_task_id ?? null,
    survey: surveyAnswers(template, given),
    variables: furtherVariables(template, given),
    git_branch: again?.git_branch ?? template.git_branch ?? '',
    inventory_id: again?.inventory_id ?? template.inventory_id,
    limit: texts(params.limit),
    tags: texts(params.tags),
    skip_tags: texts(params.skip_tags),
    arguments: planArguments(again?.arguments ?? null),
    debug_level: debugLevel(params),
    dry_run: params.dry_run === true,
    diff: params.diff === true,
    ...planValues(again?.params ?? {}),
  };
}

/** As they were typed: the server makes numbers of those that are some. */
function answers(template: Template, values: RunValues, secret: boolean): [string, unknown][] {
  return (template.survey_vars ?? [])
    .filter(({ type, name }) => (type === 'secret') === secret && (own(values.survey, name) ?? '') !== '')
    .map(({ name }) => [name, own(values.survey, name) ?? '']);
}

function taskParams(values: RunValues, may: (option: LaunchOption) => boolean): object {
  const names = [
    'limit',
    'tags',
    'skip_tags',
    'dry_run',
    'diff',
    'plan',
    'upgrade',
    'reconfigure',
    'destroy',
    'auto_approve',
    ...TERRAFORM_CHECKS,
  ] as const;
  return {
    ...Object.fromEntries(names.filter(may).map((name) => [name, values[name]])),
    ...(may('debug') && values.debug_level > 0 && { debug: true, debug_level: values.debug_level }),
  };
}

/** The task of a pull request runs again as one, at its commit, unless another branch is chosen. */
function repeated(values: RunValues, again: Repeated | null): object {
  return again?.pull_request && again.commit_hash && values.git_branch === (again.git_branch ?? '')
    ? { id: again.id, commit_hash: again.commit_hash }
    : {};
}

type Repeated = Pick<Task, 'id' | 'pull_request' | 'commit_hash' | 'git_branch'>;

/**
 * Only what the template lets the user change is sent. Secret answers travel apart from the others.
 * @param again an earlier task that is run again
 */
export function runBody(template: Template, values: RunValues, again: Repeated | null = null): object {
  const settings = launchSettings(template);
  const may = (option: LaunchOption): boolean => mayLaunchWith(settings, option);
  return {
    template_id: template.id,
    message: values.message,
    environment: exactJson({
      ...(takesVariables(template) && parsedObject(values.variables)),
      ...Object.fromEntries(answers(template, values, false)),
    }),
    secret: JSON.stringify(Object.fromEntries(answers(template, values, true))),
    ...((may('git_branch') || again?.pull_request) && { git_branch: values.git_branch }),
    ...repeated(values, again),
    ...(may('arguments') && { arguments: JSON.stringify(values.arguments) }),
    ...(may('inventory_id') && { inventory_id: values.inventory_id }),
    ...(template.type === 'deploy' && { build_task_id: values.build_task_id }),
    params: taskParams(values, may),
  };
}

function answerIssues(template: Template, values: RunValues): FormIssue[] {
  return (template.survey_vars ?? []).flatMap((variable) => {
    const { name, title, required } = variable;
    const answer = own(values.survey, name) ?? '';
    const at = ['survey', name];
    if (required && answer === '' && !hasSecretDefault(variable)) {
      return [issueAt(at, problem('answer_required', { title }))];
    }
    const wrong = answerKind(variable) === 'int' && answer !== '' && !/^\d+$/.test(answer);
    return wrong ? [issueAt(at, problem('answer_digits', { title }))] : [];
  });
}

function variableIssues(template: Template, { variables }: RunValues): FormIssue[] {
  const wrong = takesVariables(template) && variables.trim() !== '' && parsedObject(variables) === null;
  return wrong ? [issueAt(['variables'], problem('json_object'))] : [];
}

const formPath: Readonly<Record<string, string>> = { limit: 'limit', tags: 'tags', skip_tags: 'skip_tags' };

/** Types and sizes first, then the form of the overrides. */
function bodyIssues(template: Template, body: object): FormIssue[] {
  const { data } = TaskInput.safeParse(body);
  return data ? launchOverrides(launchSettings(template), data).issues : formIssues(TaskInput, body);
}

/** Faults of the answers and of what is sent. */
export function runIssues(template: Template, values: RunValues): FormIssue[] {
  const build = template.type === 'deploy' && values.build_task_id === null ? [emptyAt('build_task_id')] : [];
  const rules = bodyIssues(template, runBody(template, values));
  return [...build, ...answerIssues(template, values), ...variableIssues(template, values), ...rules];
}

/** The field of a fault: `params.limit` of the body is the field `limit`; a fault of an answer names its question. */
export const runField =
  ({ survey_vars }: Pick<Template, 'survey_vars'>): Placing =>
  (issue) => {
    const { path } = issue;
    const asked = 'params' in issue ? (survey_vars ?? []).find(({ title }) => title === issue.params.title) : undefined;
    if (path.length === 0 && asked) {
      return ['survey', asked.name];
    }
    const inner = path[0] === 'params' ? own(formPath, String(path[1])) : undefined;
    return inner === undefined ? path : [inner];
  };

/** Spec section 9: a name in the new-task title is cut to 16 characters, 14 plus an ellipsis. */
export function titleName(name: string): string {
  const shown = withVisibleControls(name);
  const characters = [...shown];
  return characters.length <= 16 ? shown : `${characters.slice(0, 14).join('')}...`;
}

/** The newest builds, and last an older one that is chosen. */
export const offeredBuilds = (
  builds: readonly TaskWithTemplate[] = [],
  older: TaskWithTemplate | undefined,
): readonly TaskWithTemplate[] =>
  older === undefined || builds.some(({ id }) => id === older.id) ? builds : [...builds, older];
