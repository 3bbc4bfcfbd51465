import { z } from 'zod';
import { BodyId, nullIsAbsent, SentRef } from '../primitives/absent.js';
import { withOthers } from '../primitives/bounded.js';
import { OptionalJsonObjectString } from '../primitives/json-string.js';
import { Flag, Id, KeptFlag, Ref, Text, Time, TimeInput, hasNoControl } from '../primitives/primitives.js';
import { isStorable } from '../primitives/json-text.js';
import { besideOthers, refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { SentIssue } from '../refusal/error-body.js';
import { SentProblem } from '../refusal/sent-problem.js';
import { KeptTaskParams, ShownLaunchParams } from '../task/task-params.js';
import { TaskStatus } from '../task/status.js';
import { TaskInput } from '../task/task.js';
import { WorkflowRunStatus } from '../workflow/workflow.js';

/** `''` = by cron; `run_at` = once, at a point in time. */
export const ScheduleType = z.enum(['', 'run_at']);
export type ScheduleType = z.infer<typeof ScheduleType>;

/** Policy at a due time when a task of the schedule has not ended: the new one waits, is left out, or stops the earlier one. */
export const OVERLAP_POLICIES = ['queue', 'skip', 'replace'] as const;
export const OverlapPolicy = z.enum(OVERLAP_POLICIES);
export type OverlapPolicy = z.infer<typeof OverlapPolicy>;

/** Policy for due times that went by unnoticed: nothing, or one run for all of them. */
export const MISSED_POLICIES = ['skip', 'run_once'] as const;
export const MissedPolicy = z.enum(MISSED_POLICIES);
export type MissedPolicy = z.infer<typeof MissedPolicy>;

/**
 * Result of a due time. `skipped` = an earlier task had not ended; `missed` = no dispatcher was at work in time; `refused` = the
 * launch did not fit the template; `failed` = it could not be stored.
 */
export const ScheduleResult = z.enum(['started', 'skipped', 'missed', 'refused', 'failed']);
export type ScheduleResult = z.infer<typeof ScheduleResult>;

/** Planned times that `POST …/schedules/validate` answers. */
export const NEXT_RUNS = 5;

const ShortText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(hasNoControl, withProblem('control_characters'))
    .refine(isStorable, withProblem('not_storable'))
    .nullish()
    .transform((value) => value ?? '');

/** When a schedule runs. Whether the cron expression and the zone mean anything the server's calendar decides. */
const timing = {
  type: ScheduleType.nullish().transform((value) => value ?? ''),
  /** Five fields, or `@daily` and the like, or `@every 90m`. */
  cron_format: ShortText(255),
  run_at: TimeInput.nullish().transform((value) => value ?? null),
  /** IANA name of a zone; `''` = that of the installation. */
  timezone: nullIsAbsent(ShortText(64)),
};

/** Most members of what something launches with. */
const MAX_PARAMS = 100;

const launchParams = TaskInput.omit({ id: true, template_id: true }).extend({
  environment: OptionalJsonObjectString,
  secret: OptionalJsonObjectString,
  message: z.string().max(1000).nullish(),
  inventory_id: SentRef,
  build_task_id: SentRef,
  params: KeptTaskParams,
});

/**
 * Parameters of a later launch, as the body of a launch. Members that were not sent stay absent, and other members are kept as
 * they were sent, but for ids of the launch. Stored secret answers stay where none is sent.
 */
export const ScheduleTaskParams = withOthers(MAX_PARAMS, launchParams).transform(
  ({ id: _id, template_id: _template, ...params }): z.infer<typeof launchParams> => params,
);
export type ScheduleTaskParams = z.infer<typeof ScheduleTaskParams>;

/** Absent or `null`: it launches with what the template has. */
export const SentTaskParams = ScheduleTaskParams.nullish().transform(
  (value): ScheduleTaskParams => value ?? { environment: null, secret: null },
);

/** Parameters of a later launch as they were sent, `secret` always blank; `null` = those of the template. */
export const ShownTaskParams = z
  .looseObject({
    environment: z.string().nullish(),
    secret: z.string().nullish(),
    message: z.string().nullish(),
    git_branch: z.string().nullish(),
    inventory_id: Id.nullish(),
    build_task_id: Id.nullish(),
    params: ShownLaunchParams.nullish(),
  })
  .nullable();

/** As cron daemons and older clients write the zone of an expression. */
const ZONED_CRON = /^(?:CRON_)?TZ=(\S{1,64})\s+(.*)$/s;

/** A zone within the expression goes to where it belongs. */
function unzoned<T extends z.infer<z.ZodObject<typeof timing>>>(input: T): T {
  const [, timezone, cron] = ZONED_CRON.exec(input.cron_format) ?? [];
  return timezone === undefined || cron === undefined ? input : { ...input, cron_format: cron, timezone };
}

/** What a schedule starts; beside other faults as it came in. */
type Target = Readonly<Record<'template_id' | 'workflow_id' | 'repository_id' | 'task_params', unknown>>;

/** It starts one template or one workflow; what a launch is given is a matter of templates. */
function requireTarget(input: Target, context: z.RefinementCtx): void {
  const { template_id: templateId, workflow_id: workflowId, repository_id: repositoryId, task_params: params } = input;
  if (!workflowId) {
    if (!templateId) {
      refuse(context, problem('required'), { path: ['template_id'] });
    }
    return;
  }
  const isGiven = {
    template_id: Boolean(templateId),
    repository_id: Boolean(repositoryId),
    task_params: isFilled(params),
  };
  for (const [member, isThere] of Object.entries(isGiven)) {
    if (isThere) {
      refuse(context, problem('schedule_workflow'), { path: [member] });
    }
  }
}

const isFilled = (params: unknown): boolean =>
  typeof params === 'object' &&
  params !== null &&
  Object.values(params).some((value) => value !== null && value !== undefined);

/** Body of create and update. */
export const ScheduleInput = z
  .object({
    id: BodyId,
    project_id: BodyId,
    /** It starts this template, */
    template_id: Ref,
    /** or this workflow. */
    workflow_id: Ref,
    name: ShortText(255),
    active: KeptFlag,
    /** Stays, as do time zone and policies, where a change leaves it out. */
    pause_reason: nullIsAbsent(Text),
    ...timing,
    delete_after_run: Flag,
    overlap_policy: nullIsAbsent(OverlapPolicy),
    missed_policy: nullIsAbsent(MissedPolicy),
    /** Runs at new commits of this repository alone: at its due times a runner looks for one. */
    repository_id: Ref,
    task_params: SentTaskParams,
  })
  .superRefine((input, context) => {
    requireTarget(input, context);
    const { type, run_at: runAt, repository_id: repositoryId } = input;
    if (type === 'run_at' && runAt === null) {
      refuse(context, problem('required'), { path: ['run_at'] });
    }
    if (type === 'run_at' && repositoryId !== null) {
      refuse(context, problem('schedule_once'), { path: ['repository_id'] });
    }
  }, besideOthers)
  .transform(unzoned);
export type ScheduleInput = z.infer<typeof ScheduleInput>;

/** Query of `GET …/templates/{id}/schedules`: with `all` also those that look for no commits. */
export const TemplateScheduleQuery = z.object({ all: z.enum(['true', 'false']).optional() });
export type TemplateScheduleQuery = z.infer<typeof TemplateScheduleQuery>;

/** Body of `PUT …/schedules/{id}/active`. */
export const ScheduleActiveInput = z.object({
  active: z.boolean(),
  /** Why it is paused. */
  reason: Text,
});
export type ScheduleActiveInput = z.infer<typeof ScheduleActiveInput>;

/** Body of `POST …/schedules/validate`; a whole schedule is accepted. */
export const ScheduleTimingInput = z.object(timing).transform(unzoned);
export type ScheduleTimingInput = z.infer<typeof ScheduleTimingInput>;

/** The next due times, and the zone that they were found in. */
export const ScheduleForecast = z.object({ next_runs: z.array(Time), timezone: z.string() });
export type ScheduleForecast = z.infer<typeof ScheduleForecast>;

/** Result of the due time before the next one. */
export const ScheduleRun = z.object({
  planned: Time,
  result: ScheduleResult,
  task_id: Id.nullable(),
  /** Present status of that task; null = there is none. */
  task_status: TaskStatus.nullable(),
  /** The run of a workflow that it started, */
  run_id: Id.nullable(),
  /** and its present status; null = there is none. */
  run_status: WorkflowRunStatus.nullable(),
  issues: z.array(SentIssue),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

/** Result of the last check of a schedule for new commits. */
export const ScheduleCheck = z.object({
  /** When a runner last checked; null = not yet. */
  checked: Time.nullable(),
  /** The commit that the last task was started for; `''` = none yet. */
  commit: z.string(),
  /** Why the last check failed; null = it did not. */
  problem: SentProblem.nullable(),
  /** How many checks have failed one after the other; the next ones wait longer. */
  failures: z.int(),
});
export type ScheduleCheck = z.infer<typeof ScheduleCheck>;

export const Schedule = z.object({
  id: Id,
  project_id: Id,
  /** null = it starts a workflow. */
  template_id: Id.nullable(),
  tpl_name: z.string(),
  tpl_app: z.string(),
  /** null = it starts a template. */
  workflow_id: Id.nullable(),
  workflow_name: z.string(),
  name: z.string(),
  active: z.boolean(),
  pause_reason: z.string(),
  type: ScheduleType,
  cron_format: z.string(),
  run_at: Time.nullable(),
  delete_after_run: z.boolean(),
  timezone: z.string(),
  overlap_policy: OverlapPolicy,
  missed_policy: MissedPolicy,
  repository_id: Id.nullable(),
  /** null = it does not look for commits. */
  check: ScheduleCheck.nullable(),
  task_params: ShownTaskParams,
  /** Names of the secret answers that are stored. */
  secret_names: z.array(z.string()),
  next_run_at: Time.nullable(),
  last_run: ScheduleRun.nullable(),
});
export type Schedule = z.infer<typeof Schedule>;
