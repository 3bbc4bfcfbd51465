import { z } from 'zod';
import { refuse, textOrNone } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
import { MAX_ARGUMENTS } from '../primitives/json-string.js';
import { Branch } from '../git-repository/git-repository.js';
import { appFamily } from '../app/app-family.js';
import { refusedArgument } from '../app/refused-argument.js';
import { BodyId, emptyIsZero, nullIsAbsent, SentRef } from '../primitives/absent.js';
import { isStageArguments, JsonStageArgumentsString, parseStageArguments } from '../primitives/stage-arguments.js';
import { Flag, Id, KeptFlag, Name, NullableText, Ref } from '../primitives/primitives.js';
import { RelativePath } from '../primitives/safe-path.js';
import { RunnerTag, SentRunnerTag } from '../runner/tag.js';
import { PULL_REQUEST_APPLIES } from '../pull-request/review-ways.js';
import { PlanSummary } from '../task/plan.js';
import { TaskWithTemplate } from '../task/task.js';
import { VariablePatterns } from '../variable/variable-pattern.js';
import { CONFIRMATION_ROLES } from './confirmation.js';
import { FORGE_TOKENS } from './forge-token.js';
import { IdToken, IdTokens } from './id-tokens.js';
import { SentImage } from './image.js';
import { SurveyVariable, SurveyVariables } from './survey.js';
import { ShownTemplateParams, TemplateTaskParams } from '../task/task-params.js';
import { TemplateVault, TemplateVaultsInput } from './vault.js';

/** At most thirty days; an empty value is 0. */
const TimeoutMinutes = emptyIsZero(nullIsAbsent(z.int().min(0).max(43_200)));

/** At most an hour. */
const StopGraceSeconds = z.int().min(1).max(3_600).nullish();

/** Most templates between a deploy and its version: deploys that stand on deploys, and the build at the end. */
export const MAX_BUILD_CHAIN = 20;

const nullable = (value: string): string | null => value || null;

const fields = z.object({
  id: BodyId,
  project_id: BodyId,
  name: Name,
  /** `''` means ansible and is echoed as sent. */
  app: z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value ?? ''),
  type: z
    .enum(['', 'build', 'deploy'])
    .nullish()
    .transform((value) => value ?? ''),
  description: NullableText,
  playbook: RelativePath,
  inventory_id: Ref,
  repository_id: Id,
  /** Which of the two names counts: see `meantOfTwo`. */
  environment_id: SentRef,
  environment_ids: z
    .array(z.int())
    .max(100)
    .nullish()
    .transform((ids) => ids?.filter((id) => id > 0)),
  view_id: Ref,
  git_branch: Branch.transform(nullable),
  runner_tag: RunnerTag,
  /** Container image in which its tool runs; null = none, on the machine of the runner. It stays where a change leaves it out. */
  image: SentImage,
  /** Key with login and password for the registry of the image; null = none. It stays where a change leaves it out. */
  image_key_id: SentRef,
  start_version: z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value?.trim() || null),
  build_template_id: Ref,
  autorun: Flag,
  suppress_success_alerts: Flag,
  /** JSON array of strings, or for planned apps also an object of arrays by stage, see `StageArguments`. */
  arguments: JsonStageArgumentsString,
  allow_override_args_in_task: Flag,
  allow_override_branch_in_task: Flag,
  allow_parallel_tasks: Flag,
  /** It and the next five stay as they are where a change leaves them out. Lets people who may only run tasks send variables that are no survey variables; none becomes an environment variable. */
  allow_any_vars_in_task: KeptFlag,
  /** Names that they may set beside the survey variables, such as `APP_*`; in the environment of scripts, too. */
  variable_patterns: VariablePatterns,
  /** Minutes after which a running task is stopped; 0 = the installation's limit alone. */
  timeout_minutes: TimeoutMinutes,
  /**
   * Seconds that the tool has to end after it was asked to stop; `null` = 5 minutes for an apply or destruction, 5 seconds for a
   * script or playbook. Other steps of planned apps have 8 seconds.
   */
  stop_grace_seconds: StopGraceSeconds,
  /** The least role that may confirm a plan. With a rule no plan is applied without a decision. */
  confirmation_role: z
    .enum(CONFIRMATION_ROLES)
    .nullish()
    .transform((role) => role ?? undefined),
  /** The person who started the task may not confirm its plan. */
  confirmation_by_other: KeptFlag,
  /** It runs on pull requests: a plan or check alone, a script as it is. Without effect on builds and deploys; it stays where a change leaves it out. */
  pull_requests: KeptFlag,
  /** Tag of the runners that take code of forks, and of no others; null = it is refused. It stays where a change leaves it out. */
  fork_runner_tag: SentRunnerTag,
  /** Who lets the plan of a pull request be applied, for planned apps; it stays where a change leaves it out. A merge proves nobody, so it stands beside no rule for confirmations. */
  pull_request_apply: z
    .enum(PULL_REQUEST_APPLIES)
    .nullish()
    .transform((value) => value ?? undefined),
  /** The token that an attempt gets as `GITHUB_TOKEN`, where a GitHub App opens the repository; never with code of forks. It stays where a change leaves it out. */
  forge_token: z
    .enum(FORGE_TOKENS)
    .nullish()
    .transform((value) => value ?? undefined),
  /** ID tokens that its attempts get, which prove the task to a cloud or a vault; never with code of forks. They stay as they are where a change leaves them out. */
  id_tokens: IdTokens,
  survey_vars: SurveyVariables,
  vaults: TemplateVaultsInput,
  task_params: TemplateTaskParams,
  /** Value of `task_params.limit`, joined by commas; it counts where that is absent. */
  limit: z.string().max(4_096).nullish(),
});

/** Required members are named beside other faults, so that all of them are seen at once. */
const isReadable = (value: unknown): boolean =>
  z.object({ app: z.string(), type: z.string(), arguments: z.string().nullish() }).safeParse(value).success;

function refuseMissing(template: z.output<typeof fields>, context: z.RefinementCtx): void {
  const need = (path: string, missing: boolean): void => {
    if (missing) {
      refuse(context, problem('empty'), { path: [path] });
    }
  };
  const family = appFamily(template.app);
  need('playbook', template.playbook === '' && (family === 'ansible' || family === 'script'));
  need('inventory_id', family === 'ansible' && template.inventory_id === null);
  if (isStageArguments(template.arguments) && family !== 'terraform' && family !== 'pulumi') {
    refuse(context, problem('json_arguments', { max: MAX_ARGUMENTS }), { path: ['arguments'] });
  }
  const stages = parseStageArguments(template.arguments) ?? {};
  const fault = refusedArgument({ app: template.app, stages, directory: textOrNone(template.playbook) });
  if (fault) {
    refuse(context, fault, { path: ['arguments'] });
  }
}

function withLimit(params: TemplateTaskParams, text: string): TemplateTaskParams {
  const limit = text.split(',').flatMap((part) => part.trim() || []);
  return limit.length === 0 || params?.limit !== undefined ? params : { ...params, limit };
}

/**
 * Body of create and update. Values that do not belong to the template's
 * type are dropped: `start_version` of a build, `build_template_id` and `autorun` of a deploy.
 */
export const TemplateInput = fields
  .superRefine(refuseMissing, { when: ({ value }) => isReadable(value) })
  .transform(({ limit, ...template }) => ({
    ...template,
    task_params: withLimit(template.task_params, limit ?? ''),
    start_version: template.type === 'build' ? template.start_version : null,
    build_template_id: template.type === 'deploy' ? template.build_template_id : null,
    autorun: template.type === 'deploy' && template.autorun,
  }));
export type TemplateInput = z.infer<typeof TemplateInput>;

/**
 * Returns the lack that keeps a stored template from being launched; `null` = none. Forms ask for it before they save, clients
 * that store a template in steps may leave it out.
 */
export function templateLack({
  type,
  start_version: version,
  build_template_id: build,
}: Pick<TemplateInput, 'type' | 'start_version' | 'build_template_id'>): Problem | null {
  if (type === 'build' && !version) {
    return problem('template_without_version');
  }
  return type === 'deploy' && !build ? problem('template_without_build') : null;
}

/** Changes that the last plan of a template has found and nobody has applied. */
export const TemplateDrift = z.object({ task_id: Id, summary: PlanSummary });
export type TemplateDrift = z.infer<typeof TemplateDrift>;

export const Template = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  app: z.string(),
  type: z.enum(['', 'build', 'deploy']),
  description: z.string().nullable(),
  playbook: z.string(),
  inventory_id: Id.nullable(),
  repository_id: Id,
  environment_id: Id.nullable(),
  environment_ids: z.array(Id),
  view_id: Id.nullable(),
  git_branch: z.string().nullable(),
  runner_tag: z.string().nullable(),
  image: z.string().nullable(),
  image_key_id: Id.nullable(),
  start_version: z.string().nullable(),
  build_template_id: Id.nullable(),
  autorun: z.boolean(),
  suppress_success_alerts: z.boolean(),
  arguments: z.string().nullable(),
  allow_override_args_in_task: z.boolean(),
  allow_override_branch_in_task: z.boolean(),
  allow_parallel_tasks: z.boolean(),
  allow_any_vars_in_task: z.boolean(),
  pull_requests: z.boolean(),
  fork_runner_tag: z.string().nullable(),
  pull_request_apply: z.enum(PULL_REQUEST_APPLIES),
  forge_token: z.enum(FORGE_TOKENS),
  id_tokens: z.array(IdToken),
  variable_patterns: z.array(z.string()),
  timeout_minutes: z.int(),
  stop_grace_seconds: z.int().nullable(),
  confirmation_role: z.enum(CONFIRMATION_ROLES),
  confirmation_by_other: z.boolean(),
  /** `null` = there are no questions. */
  survey_vars: z.array(SurveyVariable).nullable(),
  vaults: z.array(TemplateVault),
  /** As they were sent; `null` = none were. */
  task_params: ShownTemplateParams.nullable(),
  /** The hosts of `task_params.limit`, joined by commas. */
  limit: z.string(),
  tasks: z.int(),
  last_task_id: Id.nullable(),
  last_task: TaskWithTemplate.nullable(),
  /** How many tasks of it have not ended. */
  active_tasks: z.int(),
  /** `null` = no plan was made yet, it found no changes, or they were applied. */
  drift: TemplateDrift.nullable(),
  /** How many of the workspaces that are attached to it have drifted. */
  drifted_workspaces: z.int(),
  vault_key_id: z.null(),
  /** Caller's permission bits; in the single read only. */
  permissions: z.int().optional(),
});
export type Template = z.infer<typeof Template>;

/** Body of `PUT …/templates/{id}/view`; null = out of every view. */
export const TemplateViewInput = z.object({ view_id: Ref });
export const TemplateDescriptionInput = z.object({ description: NullableText });
