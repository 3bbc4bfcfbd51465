import {
  CONTAINER_ENGINE,
  FINAL_STATUSES,
  HELD_STATUSES,
  QUEUED_STATUSES,
  RUNNER_LOST_SECONDS,
  TERRAFORM_CHECKS,
} from '@switchyard/contracts';

/**
 * The conditions that queries share, as SQL over the alias of a row. A query never lists statuses or compares times of
 * presence by itself, so that each word has one meaning. Those that an index is made for are written as its predicate.
 */

const isOneOf = (column: string, values: readonly string[]): string =>
  `${column} in (${values.map((value) => `'${value}'`).join(', ')})`;

/** The attempt has not ended: it has a lease, and takes a slot of its runner and its project. */
export const attemptAlive = (attempt = 'attempt'): string => isOneOf(`${attempt}.status`, ['starting', 'running']);

/**
 * The control plane ended the attempt, and its runner has not reported since that nothing of it runs there any more: its tool may still
 * be at work.
 */
export const attemptUnsettled = (attempt = 'attempt'): string =>
  `(${isOneOf(`${attempt}.outcome`, ['lease_expired', 'forced'])} and ${attempt}.settled is null)`;

/** An attempt of the task still has the lock of a state, although the control plane ended it. */
export const taskLocks = (task = 'task'): string =>
  `exists (select from attempt locking join terraform_lock l on l.attempt_id = locking.id
            where locking.task_id = ${task}.id and ${attemptUnsettled('locking')})`;

/** Ids of the projects that have a default runner, 0 for all projects. Needs no outer row, so a statement reads it once. */
const DEFAULT_SCOPES = `array(select coalesce(standard.project_id, 0) from runner standard where standard.is_default and standard.active)`;

/**
 * The tags of the runner allow tasks of that tag. Tasks without a tag go to the default runners of their project, or of all projects;
 * where there is none, to runners without tags.
 */
export const runnerTakesTag = (runner: string, tag: string): string =>
  `case when ${tag} = '' then ${runner}.is_default
      or cardinality(${runner}.tags) = 0 and coalesce(${runner}.project_id, 0) <> all (${DEFAULT_SCOPES})
    else ${tag} = any(${runner}.tags) end`;

/** The runner serves tasks of that project and tag, and is switched on and not draining. Its tools are not compared. */
export const runnerServes = (runner = 'runner', task = 'task'): string =>
  `(${runner}.active and not ${runner}.draining and (${runner}.project_id is null or ${runner}.project_id = ${task}.project_id)
    and ${runnerTakesTag(runner, `${task}.tag`)})`;

/** Id that stands among the apps of a runner for the template: that of the app, or of the engine where an image brings the tool. */
export const neededApp = (template: string, app: string): string =>
  `case when ${template}.image is null then ${app} else '${CONTAINER_ENGINE}' end`;

/** The runner may prepare the task that is reserved for it: its task still waits, and would be given to it. */
export const reservationHolds = (reservation = 'reservation', task = 'task', runner = 'runner'): string =>
  `(${reservation}.task_id = ${task}.id and ${reservation}.runner_id = ${runner}.id and ${reservation}.until > now()
    and ${task}.status = 'waiting' and ${runnerOnline(runner)} and ${runnerServes(runner, task)}
    and ${runner}.apps @> (select jsonb_build_array(jsonb_build_object('id', ${neededApp('used', `${task}.app`)}))
      from template used where used.id = ${task}.template_id)
    and exists (select from project where project.id = ${task}.project_id and project.deleting is null))`;

/** The task waits for a runner. */
export const taskQueued = (task = 'task'): string => isOneOf(`${task}.status`, QUEUED_STATUSES);

/** A runner has the task. */
export const taskHeld = (task = 'task'): string => isOneOf(`${task}.status`, HELD_STATUSES);

/** The run of a workflow has not ended. */
export const workflowRunAlive = (run = 'workflow_run'): string =>
  isOneOf(`${run}.status`, ['queued', 'running', 'stopping']);

/** The node of a run has not ended: it may still start, its task is at work, or it waits. */
export const workflowNodeAlive = (node = 'workflow_node_run'): string =>
  isOneOf(`${node}.status`, ['pending', 'running', 'waiting']);

/** The plan of the task waits for a decision. */
export const taskUndecided = (task = 'task'): string => `${task}.status = 'waiting_confirmation'`;

/**
 * The task has its workspace: a runner has it, or it has made a plan that is to be applied. Nobody else may change the state in between,
 * or the plan would be stale.
 */
export const taskUsesWorkspace = (task = 'task'): string =>
  `(${task}.workspace_id <> 0 and ${isOneOf(`${task}.status`, [...HELD_STATUSES, 'waiting_confirmation', 'confirmed'])})`;

/** The task makes a plan, or checks the configuration, and applies nothing. */
export const taskPlansOnly = (task = 'task'): string =>
  `(${['plan', ...TERRAFORM_CHECKS].map((name) => `${task}.params @> '{"${name}": true}'`).join(' or ')})`;

/** Nothing can happen to the task any more. */
export const taskFinal = (task = 'task'): string => isOneOf(`${task}.status`, FINAL_STATUSES);

/** The last sign of life of the runner is younger than that. Never null. */
export const runnerPresent = (runner = 'runner', seconds = RUNNER_LOST_SECONDS): string =>
  `coalesce(${runner}.touched > now() - interval '${seconds} s', false)`;

/** The runner has been connected, and its last sign of life is older than that. */
export const runnerSilent = (runner = 'runner', seconds = RUNNER_LOST_SECONDS): string =>
  `(${runner}.touched is not null and not ${runnerPresent(runner, seconds)})`;

/** Runner and server came to no agreement since its last sign of life. Never null. */
export const runnerRefused = (runner = 'runner'): string =>
  `coalesce(${runner}.refused_at > coalesce(${runner}.touched, '-infinity'), false)`;

/** The runner is present and accepts tasks: it is neither draining nor paused by itself. */
export const runnerOnline = (runner = 'runner'): string =>
  `(${runnerPresent(runner)} and not ${runner}.draining and ${runner}.paused_reason is null)`;
