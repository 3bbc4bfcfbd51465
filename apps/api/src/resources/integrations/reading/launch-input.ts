import {
  exactJson,
  type ExtractedTaskMember,
  type ExtractedVariable,
  isExtractedTaskMember,
  type Issue,
  issueAt,
  issuesOf,
  MAX_OBJECT_TEXT,
  parseExactObject,
  type PlainCode,
  problem,
  TaskInput,
} from '@switchyard/contracts';

/** Launch parameters of an integration itself. */
export interface OwnLaunch {
  templateId: number;
  taskParams: Readonly<Record<string, unknown>>;
  /** Secret answers: text of a JSON object. */
  secret: string;
}

/** Branch and commit that are launched. */
export type LaunchedCode = { [M in (typeof CODE)[number]]: string };

export type WebhookLaunch = { input: TaskInput } | { issues: Issue[] };

/**
 * The body of the launch that a webhook makes: what the integration launches with, and over it what was extracted. What
 * the webhook does not have is left as it is, but for branch and commit, without which nothing is launched.
 * @param code of a pull request, in place of what was extracted for them
 */
export function launchInput(
  { templateId, taskParams, secret }: OwnLaunch,
  extracted: readonly ExtractedVariable[],
  code?: LaunchedCode,
): WebhookLaunch {
  const asked = code ? extracted.filter((each) => !isCode(each)) : extracted;
  const given = asked.flatMap(({ variable, variable_type: type, value }) =>
    value === null ? [] : [{ variable, type, value }],
  );
  const variables = given
    .filter(({ type }) => type === 'environment')
    .map(({ variable, value }) => [variable, value] as const);
  const members = given.filter(({ type }) => type === 'task').map(({ variable, value }) => memberOf(variable, value));
  const issues = [...absentCode(asked), ...members.flatMap((member) => ('issue' in member ? [member.issue] : []))];
  const named = members.flatMap((member) => ('name' in member ? [[member.name, member.value] as const] : []));
  const { data, error } = TaskInput.safeParse({
    ...taskParams,
    ...Object.fromEntries(named.filter(([name]) => !isParam(name))),
    ...code,
    template_id: templateId,
    secret,
    environment: environmentOf(String(taskParams['environment'] ?? ''), variables),
    params: { ...objectOf(taskParams['params']), ...Object.fromEntries(named.filter(([name]) => isParam(name))) },
  });
  const faults = [...issues, ...issuesOf(error?.issues ?? [])];
  return data && faults.length === 0 ? { input: data } : { issues: faults };
}

/** Members that decide which code runs. */
const CODE = ['git_branch', 'commit_hash'] as const satisfies readonly ExtractedTaskMember[];

const isCode = ({ variable, variable_type: type }: ExtractedVariable): boolean =>
  type === 'task' && CODE.some((member) => member === variable);

/** A branch or commit that the webhook should name and does not; one of several values for it is enough. */
const absentCode = (extracted: readonly ExtractedVariable[]): Issue[] =>
  CODE.flatMap((member) => {
    const sources = extracted.filter(({ variable, variable_type: type }) => type === 'task' && variable === member);
    const isAbsent = sources.length > 0 && sources.every(({ value }) => value === null || value.trim() === '');
    return isAbsent ? [issueAt([member], problem('webhook_value_absent'))] : [];
  });

/** No JSON is made that is too long to launch with. */
function environmentOf(own: string, variables: readonly (readonly [string, string])[]): string {
  const length = variables.reduce((sum, [, value]) => sum + value.length, 0);
  return length > MAX_OBJECT_TEXT
    ? TOO_LONG
    : exactJson({ ...parseExactObject(own), ...(Object.fromEntries(variables) as object) });
}

const TOO_LONG = ' '.repeat(MAX_OBJECT_TEXT + 1);

type Named = { name: ExtractedTaskMember; value: unknown } | { issue: Issue };

const FLAGS: ReadonlySet<string> = new Set<ExtractedTaskMember>(['debug', 'dry_run', 'diff']);
const PARAMS: ReadonlySet<string> = new Set<ExtractedTaskMember>([
  'limit',
  'tags',
  'skip_tags',
  'debug',
  'dry_run',
  'diff',
]);
const isParam = (name: string): boolean => PARAMS.has(name);

/** A text as the member of a launch. Branches are known to senders as `refs/heads/main`; the whole name of a tag distinguishes it from a branch. */
function memberOf(variable: string, value: string): Named {
  const fault = (code: PlainCode): Named => ({ issue: issueAt([variable], problem(code)) });
  if (!isExtractedTaskMember(variable)) {
    return fault('invalid');
  }
  if (FLAGS.has(variable)) {
    return /^(true|false)$/.test(value) ? { name: variable, value: value === 'true' } : fault('not_boolean');
  }
  if (variable === 'inventory_id') {
    return /^\d{1,9}$/.test(value) ? { name: variable, value: Number(value) } : fault('digits');
  }
  return { name: variable, value: (TIDY[variable] ?? asItIs)(value) };
}

const asItIs = (value: string): string => value;

/** Senders end the message of a commit with a line end. */
const TIDY: Partial<Record<ExtractedTaskMember, (value: string) => string>> = {
  git_branch: (value) => value.replace(/^refs\/heads\//, ''),
  message: (value) => value.trimEnd(),
};

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
