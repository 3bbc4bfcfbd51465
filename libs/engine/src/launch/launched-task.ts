import {
  appFamily,
  boundedIgnored,
  exactJson,
  type Ignored,
  inventoryTypesOf,
  isForeignStack,
  isWorkspaceType,
  type Issue,
  issueAt,
  launchOverrides,
  launchVariables,
  own,
  parseObject,
  type PlainCode,
  type PullRequest,
  type TaskInput,
  type TaskParams,
  templateLack,
} from '@switchyard/contracts';
import { LaunchRefusedError } from '../errors.js';
import {
  isTrusted,
  isUnattended,
  type LaunchOrigin,
  needsAnswers,
  pullRequestOf,
  shownCommit,
  starterOf,
} from './launch-origin.js';
import type { NewTask } from './new-task.js';
import type { TaskReferences, TaskSources } from './task-sources.js';

/** Request of a launch: a body as it is sent, and the project it belongs to. */
export interface LaunchRequest {
  projectId: number;
  input: TaskInput;
  /** Trace that the launch is part of, as W3C Trace Context has it. */
  traceparent?: string | null;
}

/** Objects that must be read before the task of a launch can be made. */
export const referencesOf = ({ projectId, input }: LaunchRequest): TaskReferences => ({
  projectId,
  templateId: input.template_id,
  inventoryId: input.inventory_id,
  buildTaskId: input.build_task_id,
  earlierTaskId: input.id,
});

/** A task to be created, but for its secret answers. */
export interface LaunchedTask {
  task: NewTask;
  /** Answers by the name of their question, as they are to be sealed. */
  secrets: Readonly<Record<string, string>>;
}

/**
 * The task that a launch makes of its template. Members that the template does not allow are dropped and listed in `ignored`; what
 * is used must fit.
 * @param sources what was read for the references of this launch
 * @throws LaunchRefusedError naming what does not fit
 */
export function launchedTask(
  origin: LaunchOrigin,
  { projectId, input, traceparent = null }: LaunchRequest,
  sources: TaskSources,
): LaunchedTask {
  const { template } = sources;
  const pullRequest = pullRequestOf(origin) ?? repeatedPull(sources, input);
  const code = {
    ...template,
    gitBranch: template.gitBranch || sources.repositoryBranch,
    allowOverrideBranchInTask: template.allowOverrideBranchInTask || pullRequest !== null,
  };
  const { overrides, ...judged } = launchOverrides(code, input, sources.earlier);
  const variables = launchVariables(template, input, isTrusted(origin));
  const answerFaults = variables.faults.filter(
    ({ variable }) => needsAnswers(origin) || own(parseObject(input.environment), variable) !== undefined,
  );
  refuse([
    ...judged.issues,
    ...(isUnattended(origin) ? codeFaults(judged.ignored) : []),
    ...referenceFaults(sources, overrides.inventoryId),
    ...answerFaults.map(({ problem: fault }) => issueAt([], fault)),
  ]);
  const { values, secrets } = variables;
  const task = {
    projectId,
    templateId: template.id,
    ...starterOf(origin),
    ...overrides,
    ...shownCommit(origin, overrides.commitHash),
    params: pullRequest ? checkOnly(template.app, overrides.params) : { ...overrides.params },
    pullRequest,
    environment: Object.keys(values).length === 0 ? '' : exactJson(values),
    message: input.message,
    buildTaskId: input.build_task_id,
    ignored: boundedIgnored([...judged.ignored, ...variables.ignored]),
    trustedVariables: isTrusted(origin),
    traceparent,
  };
  return { task, secrets };
}

/** The pull request of the task that a launch repeats at the same commit, so that it neither changes more nor runs elsewhere. */
const repeatedPull = ({ earlier }: TaskSources, { commit_hash: commit }: TaskInput): PullRequest | null =>
  earlier !== null && earlier.commitHash !== null && earlier.commitHash === commit ? earlier.pullRequest : null;

/**
 * Refuses a template that lacks something. Only launches for later may be stored incomplete.
 * @throws LaunchRefusedError
 */
export function requireComplete({ template }: TaskSources): void {
  const { type, startVersion, buildTemplateId } = template;
  const lack = templateLack({ type, start_version: startVersion, build_template_id: buildTemplateId });
  refuse(lack ? [issueAt([], lack)] : []);
}

/** Launch options by which an app changes nothing: a plan alone, or the check mode of Ansible. A script runs as it is. */
function checkOnly(app: string, params: TaskParams): TaskParams {
  const family = appFamily(app);
  if (family === 'ansible') {
    return { ...params, dry_run: true };
  }
  if (family === 'script') {
    return params;
  }
  const { destroy: _destroy, auto_approve: _approve, test: _test, ...kept } = params;
  return { ...kept, plan: true };
}

/** Nobody is there to see that other code runs than the launch names: then nothing runs. */
const codeFaults = (ignored: readonly Ignored[]): Issue[] =>
  ignored.flatMap(({ name }) => (DECIDES_CODE.has(name) ? [fault(name, 'code_not_allowed')] : []));

const DECIDES_CODE: ReadonlySet<string> = new Set(['git_branch', 'commit_hash']);

/** Checks that the objects of a launch fit its template. Ids that do not exist in the project are refused when they are stored. */
function referenceFaults({ template, inventory, build }: TaskSources, inventoryId: number | null): Issue[] {
  const used = inventory !== null && inventory.id === inventoryId ? inventory : null;
  const isOtherBuild = build && (template.type !== 'deploy' || build.templateId !== template.buildTemplateId);
  return [
    ...(used ? inventoryFaults(template, used) : []),
    ...(isOtherBuild ? [fault('build_task_id', 'build_task_other')] : []),
    ...(build && !isOtherBuild && build.status !== 'success' ? [fault('build_task_id', 'build_task_failed')] : []),
  ];
}

function inventoryFaults(
  { id, app, inventoryId }: TaskSources['template'],
  { id: usedId, type, workspace, templateId }: NonNullable<TaskSources['inventory']>,
): Issue[] {
  const isOtherType = inventoryTypesOf(app)?.includes(type) === false;
  const isForeign = isForeignStack(app, { type, inventory: workspace ?? '' });
  const isOthers = isWorkspaceType(type) && usedId !== inventoryId && ![null, id].includes(templateId);
  return [
    ...(isOtherType ? [fault('inventory_id', 'inventory_type')] : []),
    ...(isForeign ? [fault('inventory_id', 'stack_name')] : []),
    ...(isOthers ? [fault('inventory_id', 'workspace_of_other')] : []),
  ];
}

const fault = (member: string, code: PlainCode): Issue => issueAt([member], { code, params: {} });

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) {
    throw new LaunchRefusedError(issues);
  }
}
