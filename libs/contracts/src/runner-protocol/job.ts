import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { TerraformCheck } from '../task/task-params.js';
import { VariableRule } from '../variable/variable-rule.js';

/** Name of the key that a secret comes from; older control planes send none. */
const KeyName = z.string().optional();

/** A decrypted credential. It exists in memory of the api while a job is sealed, and in memory of the runner. */
export const Credential = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({
    type: z.literal('ssh'),
    login: z.string(),
    passphrase: z.string(),
    private_key: z.string(),
    key_name: KeyName,
  }),
  z.object({ type: z.literal('login_password'), login: z.string(), password: z.string(), key_name: KeyName }),
]);
export type Credential = z.infer<typeof Credential>;

/** Repository to check out. An absolute `url` is a local directory that is used in place, without a clone, unless `is_exact`. */
export const JobRepository = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  branch: z.string(),
  /** Exact commit to check out instead of the branch head; 4–64 hex digits. */
  commit: z.string().nullable(),
  key: Credential,
  /** The commit or branch runs or nothing does, also of a local directory: a sender has named it. Older control planes send none. */
  is_exact: z.boolean().optional(),
  /** The commit must be on a branch or tag: a sender has named it by its hash, and forges give those of forks by it as well. */
  is_on_branch: z.boolean().optional(),
  /** Fetch files of Git LFS, and submodules; older control planes send neither, which means yes. */
  lfs: z.boolean().optional(),
  submodules: z.boolean().optional(),
  /** Directories that are checked out, with the files beside them; none or absent = everything. */
  paths: z.array(z.string()).optional(),
  /** PEM of the authorities of its web server; absent = those of the machine. */
  ca_certificates: z.string().optional(),
  /** Host keys that are trusted, in the form of known_hosts; absent = the one that is seen first. */
  known_hosts: z.string().optional(),
  /** Keys of other addresses, by what these begin with. */
  other_keys: z.array(z.object({ prefix: z.string(), key: Credential })).optional(),
});
export type JobRepository = z.infer<typeof JobRepository>;

/** Inventory of an Ansible run. `content` is the text for `static` and `static-yaml`, a path for `file`. */
export const JobInventory = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['static', 'static-yaml', 'file']),
  content: z.string(),
  /** Own repository of a `file` inventory; `null` = the path is inside the task's checkout. */
  repository: JobRepository.nullable(),
  ssh_key: Credential,
  become_key: Credential,
});
export type JobInventory = z.infer<typeof JobInventory>;

/** An Ansible vault. `name: null` is the default vault. */
export const JobVault = z.discriminatedUnion('type', [
  z.object({ type: z.literal('password'), name: z.string().nullable(), password: z.string(), key_name: KeyName }),
  z.object({ type: z.literal('script'), name: z.string().nullable(), script: z.string() }),
]);
export type JobVault = z.infer<typeof JobVault>;

/** A plan that was confirmed: the apply must use these very bytes. `sha256` in lower-case hex. */
export const JobPlan = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().min(1) });
export type JobPlan = z.infer<typeof JobPlan>;

/** How an attempt reaches the state of its workspace at the control plane. Good as long as the attempt is alive. */
export const JobState = z.object({
  /** Path of the HTTP backend; the runner makes it absolute with its own address of the control plane. */
  address: z.string(),
  login: z.string(),
  password: z.string(),
  /** PEM of the certificate authorities of that address; the runner fills it in. */
  ca: z.string().nullable(),
});
export type JobState = z.infer<typeof JobState>;

/** Members that make plans of pull requests comparable. */
export const JobReview = z.object({
  /** Key of the digest, in base64url, so that a digest alone reveals nothing of the values in the plan. */
  key: z.string(),
  /** The reviewed plan that this one is to be; `null` = it is to be reviewed itself. */
  reviewed: z.object({ task_id: Id, digest: z.string().nullable() }).nullable(),
});
export type JobReview = z.infer<typeof JobReview>;

/** Members that only the planned apps (Terraform family, Pulumi) need. */
export const JobPlanning = z.object({
  /** Terraform workspace or Pulumi stack; `''` = the default one. */
  workspace: z.string(),
  /** Key for private module sources; `none` without a workspace inventory. */
  module_key: Credential,
  /** Writes this file with an empty `http` backend before `init`; `null` = leave the configuration alone. */
  backend_filename: z.string().nullable(),
  /** Where that backend keeps the state; `null` = where the variable group or the configuration keeps it. */
  state: JobState.nullable(),
  plan_only: z.boolean(),
  /** Done in the place of a plan, one after the other; older control planes send none. */
  checks: z.array(TerraformCheck).optional(),
  destroy: z.boolean(),
  /** Apply without a decision, in the same attempt. */
  auto_approve: z.boolean(),
  upgrade: z.boolean(),
  reconfigure: z.boolean(),
  /** Arguments by stage: template's, then task's. `apply` holds only what was given for that stage by name. */
  stages: z.object({ init: z.array(z.string()), plan: z.array(z.string()), apply: z.array(z.string()) }),
  /** The confirmed plan; `null` = this attempt makes one. */
  confirmed_plan: JobPlan.nullable(),
  /** The plan is of a pull request; older control planes send none. */
  review: JobReview.nullish(),
});
export type JobPlanning = z.infer<typeof JobPlanning>;

/** Command that an administrator set for the app: program instead of the default (`''` = default) and leading arguments. */
export const JobCommand = z.object({ path: z.string(), args: z.array(z.string()) });
export type JobCommand = z.infer<typeof JobCommand>;

/** Launch options after the template's permissions were applied: what is here is meant. */
export const JobParams = z.object({
  limit: z.array(z.string()),
  tags: z.array(z.string()),
  skip_tags: z.array(z.string()),
  /** 0 = off, 1–6 = that many `v`. */
  verbosity: z.int().min(0).max(6),
  diff: z.boolean(),
  check: z.boolean(),
});
export type JobParams = z.infer<typeof JobParams>;

/**
 * Everything a runner needs for one attempt, built from the database on request of the runner and sealed to its key.
 * Nothing of it is stored or queued.
 */
export const Job = z.object({
  task_id: Id,
  project_id: Id,
  template_id: Id,
  template_name: z.string(),
  /** App id; its family decides the executor. */
  app: z.string(),
  command: JobCommand,
  /** Playbook, script or configuration directory, relative to the checkout; `''` = its root for planned apps. */
  playbook: z.string(),
  repository: JobRepository,
  inventory: JobInventory.nullable(),
  /** Template arguments; they come before limit and tags on an Ansible command line. */
  arguments: z.array(z.string()),
  /** Arguments of this task, empty unless the template allows them; last before the playbook. */
  task_arguments: z.array(z.string()),
  params: JobParams,
  /** `null` unless the app is planned. */
  planning: JobPlanning.nullable(),
  /** Seconds the attempt may run, checkout included; `null` = as long as it takes. */
  time_limit_seconds: z.int().min(1).nullable(),
  /** Seconds the tool has to end after it was asked to stop; `null` = what suits the app. Older control planes send none. */
  stop_grace_seconds: z.int().min(1).nullish(),
  vaults: z.array(JobVault),
  /** Extra variables (environment JSON overlaid with the task's), values of any JSON type. */
  variables: z.record(z.string(), z.unknown()),
  secret_variables: z.record(z.string(), z.string()),
  /**
   * The variable group of the secret variables, which of them came with the launch, and the names of the keys that others were made
   * with; older control planes send none.
   */
  secret_origin: z
    .object({ group: z.string(), answers: z.array(z.string()), keys: z.record(z.string(), z.string()).optional() })
    .optional(),
  /** Which of the variables and secret variables came with the launch, and which it may set. */
  launch: z.object({ names: z.array(z.string()), rule: VariableRule }),
  /** Process environment of the tool. */
  env: z.record(z.string(), z.string()),
  secret_env: z.record(z.string(), z.string()),
  /** Variables of the ID tokens, for which the runner asks after the checkout; absent = there are none. Older runners leave them alone. */
  id_tokens: z.array(z.string()).optional(),
  /** Container image that its tool runs in; absent = none. Only runners that report {@link CONTAINER_ENGINE} get such jobs. */
  image: z.string().optional(),
  /** Opens the registry of the image; absent = it needs none. Older runners leave it alone. */
  image_key: Credential.optional(),
  /** Facts about the task for the playbook: id, username, url, type, message, incoming_version, target_version … */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The span of the launch, as W3C Trace Context has it; absent = it was not traced. Older runners leave it alone. */
  traceparent: z.string().optional(),
});
export type Job = z.infer<typeof Job>;
