import { z } from 'zod';
import { Id } from '../primitives/primitives.js';

/** A decrypted credential. It exists in memory of the api while a job is sealed, and in memory of the runner. */
export const Credential = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('ssh'), login: z.string(), passphrase: z.string(), private_key: z.string() }),
  z.object({ type: z.literal('login_password'), login: z.string(), password: z.string() }),
]);
export type Credential = z.infer<typeof Credential>;

/** What to check out. An absolute `url` is a local directory that is used in place, without a clone. */
export const JobRepository = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  branch: z.string(),
  /** Exact commit to check out instead of the branch head; 4–64 hex digits. */
  commit: z.string().nullable(),
  key: Credential,
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
  z.object({ type: z.literal('password'), name: z.string().nullable(), password: z.string() }),
  z.object({ type: z.literal('script'), name: z.string().nullable(), script: z.string() }),
]);
export type JobVault = z.infer<typeof JobVault>;

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
 * Everything a runner needs for one attempt, built from the database when the runner asks and sealed to its key.
 * Nothing of it is stored or queued.
 */
export const Job = z.object({
  task_id: Id,
  project_id: Id,
  template_id: Id,
  template_name: z.string(),
  /** Executor to use: `ansible`, `bash`. */
  app: z.string(),
  /** Playbook or script, relative to the checkout. */
  playbook: z.string(),
  repository: JobRepository,
  inventory: JobInventory.nullable(),
  /** Template arguments; they come before limit and tags on an Ansible command line. */
  arguments: z.array(z.string()),
  /** Arguments of this task, empty unless the template allows them; last before the playbook. */
  task_arguments: z.array(z.string()),
  params: JobParams,
  vaults: z.array(JobVault),
  /** Extra variables (environment JSON overlaid with the task's), values of any JSON type. */
  variables: z.record(z.string(), z.unknown()),
  secret_variables: z.record(z.string(), z.string()),
  /** Process environment of the tool. */
  env: z.record(z.string(), z.string()),
  secret_env: z.record(z.string(), z.string()),
  /** Facts about the task for the playbook: id, username, url, type, message, incoming_version, target_version … */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type Job = z.infer<typeof Job>;
