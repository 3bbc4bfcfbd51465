import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { SentProblem } from '../refusal/sent-problem.js';
import { Branch } from '../git-repository/git-repository.js';
import { JsonObjectString, MAX_ARGUMENTS_TEXT } from '../primitives/json-string.js';
import { JsonStageArgumentsString } from '../primitives/stage-arguments.js';
import { Id, Ref, Time, TimeInput } from '../primitives/primitives.js';
import { PullRequest } from '../pull-request/pull-request.js';
import { TaskReview } from '../pull-request/task-review.js';
import { QueryList } from '../primitives/query-list.js';
import { RelativePath } from '../primitives/safe-path.js';
import { ShownLaunchParams, TaskLimit, TaskParams, TaskParamsForm } from './task-params.js';
import { Ignored } from './ignored.js';
import { PlanSummary } from './plan.js';
import { TASK_STATUSES, TaskStatus } from './status.js';
import { WaitingReason } from './waiting-reason.js';

const Text = (max: number) => z.string().max(max).nullish();

/**
 * Body of `POST …/tasks`. Launch options may stand in `params` or, for older clients, at the top level. Here only types
 * and sizes are checked: overrides that the template does not allow are dropped and named in the answer (`ignored`), the
 * others must have the form of {@link OverrideForm}; see `launchOverrides`.
 */
export const TaskInput = z.object({
  /** An earlier task that this one repeats, with what was changed of it. */
  id: Ref,
  template_id: Id,
  playbook: Text(1024),
  environment: JsonObjectString,
  secret: JsonObjectString,
  arguments: Text(MAX_ARGUMENTS_TEXT),
  commit_hash: Text(255),
  git_branch: Text(255),
  message: z
    .string()
    .max(1000)
    .nullish()
    .transform((value) => value ?? ''),
  inventory_id: Ref,
  build_task_id: Ref,
  params: TaskParams,
  debug: z.boolean().nullish(),
  dry_run: z.boolean().nullish(),
  diff: z.boolean().nullish(),
  limit: TaskLimit,
});
export type TaskInput = z.infer<typeof TaskInput>;

/** Form of the overrides that are used. */
export const OverrideForm = z.object({
  playbook: RelativePath,
  arguments: JsonStageArgumentsString,
  commit_hash: z
    .string()
    .trim()
    .max(64, withProblem('commit_hash'))
    .regex(/^([0-9a-f]{4,64})?$/, withProblem('commit_hash'))
    .nullish()
    .transform((value) => value || null),
  git_branch: Branch.transform((value) => value || null),
  inventory_id: Ref,
  params: TaskParamsForm,
});

/** Something that became known about a task after its end. */
export const TaskNote = SentProblem.extend({ time: Time });
export type TaskNote = z.infer<typeof TaskNote>;

/** A task as it is read. Every member is always present; `secret` is always blank. */
export const Task = z.object({
  id: Id,
  template_id: Id,
  project_id: Id,
  status: TaskStatus,
  /** Why no runner has the task; null unless its status is `waiting` or `confirmed`. */
  waiting_reason: WaitingReason.nullable(),
  /** Why the task ended as it did, as an English sentence; null = no reason. */
  end_reason: z.string().nullable(),
  /** The same as a code and parameters; null when an older runner gave the sentence alone. */
  end_problem: SentProblem.nullable(),
  exit_code: z.int().nullable(),
  /** Facts that became known after the end of the task, oldest first, such as a later report of its lost runner. */
  notes: z.array(TaskNote),
  /** Changes that the plan of a planned app would make; null before it was made. */
  plan_summary: PlanSummary.nullable(),
  /** When its plan was ready and began to wait for a decision; null = it never waited for one. */
  planned: Time.nullable(),
  /** Name of the user who confirmed or rejected the plan, and when; `null` with a time = a merge did, see `review`, or they have left. */
  decided_by: z.string().nullable(),
  decided: Time.nullable(),
  /** Why they did, in their words. */
  decision_reason: z.string().nullable(),
  /** Name of the user who stopped it, even when it ended otherwise before the stop had an effect; null = no person. */
  stopped_by: z.string().nullable(),
  /** Why they did, in their words. */
  stop_reason: z.string().nullable(),
  playbook: z.string(),
  environment: z.string(),
  secret: z.literal(''),
  arguments: z.string().nullable(),
  git_branch: z.string().nullable(),
  message: z.string(),
  inventory_id: Id.nullable(),
  build_task_id: Id.nullable(),
  version: z.string().nullable(),
  commit_hash: z.string().nullable(),
  commit_message: z.string(),
  /** The branch that it was the head of when the runner checked it out; null = a tag or a commit that was named, or not known yet. */
  commit_branch: z.string().nullable(),
  /** The span of its launch, as W3C Trace Context has it; null = it was not traced. */
  traceparent: z.string().nullable(),
  /** Name of its author as the sender of a webhook shows it; '' = none is known. */
  commit_author: z.string(),
  /** Its page as the sender of a webhook shows it. */
  commit_url: z.string().nullable(),
  /** The pull request that started it; it only plans or checks then, but for a script and for what applies a reviewed plan. */
  pull_request: PullRequest.nullable(),
  /** It applies the plan of a pull request that was reviewed; null = an ordinary task. */
  review: TaskReview.nullable(),
  /** Who started it; null = no person did. The id outlives the person: `user_name` is null then. */
  user_id: Id.nullable(),
  integration_id: Id.nullable(),
  schedule_id: Id.nullable(),
  runner_id: Id.nullable(),
  runner_name: z.string().nullable(),
  created: Time,
  start: Time.nullable(),
  end: Time.nullable(),
  debug: z.boolean(),
  dry_run: z.boolean(),
  diff: z.boolean(),
  limit: z.string(),
  params: ShownLaunchParams,
  /** Overrides of the launch that were dropped. */
  ignored: z.array(Ignored),
});
export type Task = z.infer<typeof Task>;

/** A task with facts of its template. `tpl_alias` is the template's name, `schedule_name` null without one. */
export const TaskWithTemplate = Task.extend({
  tpl_playbook: z.string(),
  tpl_alias: z.string(),
  tpl_type: z.string(),
  tpl_app: z.string(),
  user_name: z.string().nullable(),
  /** Name of the integration that started it; null when none did, or it is gone. */
  integration_name: z.string().nullable(),
  /** Name of the schedule that started it; null = none did, or it is gone. */
  schedule_name: z.string().nullable(),
  build_task: Task.nullable(),
});
export type TaskWithTemplate = z.infer<typeof TaskWithTemplate>;

/** Answer of `GET …/tasks/{id}/queue`: how many older tasks of the project wait for a runner; 0 when it waits for none itself. */
export const TaskQueuePlace = z.object({ before: z.int().min(0) });
export type TaskQueuePlace = z.infer<typeof TaskQueuePlace>;

/** Why a person decides or stops, in their words; blank = without a reason. */
const GivenReason = z.string().trim().max(1000).nullish();

/** Body of `POST …/tasks/{id}/stop`; an absent body is `force: false`. */
export const StopInput = z
  .object({ force: z.boolean().nullish(), reason: GivenReason })
  .nullish()
  .transform((value) => ({ force: value?.force ?? false, reason: value?.reason ?? '' }));
export type StopInput = z.infer<typeof StopInput>;

/** Body of `POST …/tasks/{id}/confirm` and `…/reject`; it may be absent. */
export const DecisionInput = z
  .object({ reason: GivenReason })
  .nullish()
  .transform((value) => ({ reason: value?.reason ?? '' }));
export type DecisionInput = z.infer<typeof DecisionInput>;

const QueryId = z.coerce.number().pipe(Id);
/** 0 = as if it were absent, as existing clients send it. */
const Count = z.coerce.number().int().min(0).max(2_147_483_647);

/**
 * Query of task lists, newest first. `limit` or `count` bounds them, at most to what the list has anyway. `before` and `after`
 * are ids of tasks: the list goes on below the one, or ends above the other. The rest filters: `status` may be several.
 * With `text` the next `SEARCHED_TASKS` tasks of the project or template are searched, none beyond them.
 */
export const TaskListQuery = z.object({
  status: QueryList(TaskStatus, { max: TASK_STATUSES.length, length: 20 }).optional(),
  limit: Count.optional(),
  count: Count.optional(),
  before: Count.optional(),
  after: Count.optional(),
  template_id: QueryId.optional(),
  /** Only tasks that this person started. */
  user_id: QueryId.optional(),
  /** Only tasks of this schedule. */
  schedule_id: QueryId.optional(),
  /** Only tasks made at `start` or later, and before `end`. */
  start: TimeInput.optional(),
  end: TimeInput.optional(),
  /** Part of the message, the version, the commit or its message, or the name of the template, in any case; or `#` and an id. */
  text: z.string().trim().min(1).max(200).optional(),
});
export type TaskListQuery = z.infer<typeof TaskListQuery>;
/** Most tasks of a list without a limit, and of `…/last`. */
export const MAX_TASKS = 1000;
export const MAX_LAST_TASKS = 200;

/** A task that has not ended, as administrators see it across projects. */
export const ActiveTask = z.object({
  task_id: Id,
  project_id: Id,
  template_id: Id,
  template_name: z.string(),
  /** App of the task; never empty. */
  app: z.string(),
  status: TaskStatus,
  created: Time,
  /** When a runner started it; null = none did yet. */
  start: Time.nullable(),
  /** `queue` = no runner has it. */
  location: z.enum(['queue', 'running']),
  waiting_reason: WaitingReason.nullable(),
  project_name: z.string(),
  /** Login and name of who started it; absent when no person did. */
  username: z.string().optional(),
  user_name: z.string().optional(),
  schedule_id: Id.nullable(),
  schedule_name: z.string().nullable(),
  integration_id: Id.nullable(),
  integration_name: z.string().nullable(),
  build_task_id: Id.nullable(),
  runner_id: Id.optional(),
  runner_name: z.string().optional(),
  /** The runner was started with the stack. */
  local: z.boolean(),
});
export type ActiveTask = z.infer<typeof ActiveTask>;
