import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** Prefix of every variable and key of the configuration. */
export const PREFIX = 'SWITCHYARD_RUNNER_';

const Tags = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : value).map((tag) => tag.trim()).filter(Boolean),
  );
const Directories = Tags.refine((dirs) => dirs.every((dir) => path.isAbsolute(dir)), 'must be absolute paths');
const Megabytes = z.coerce.number().int().min(0).max(100_000_000);
const File = z.string().trim().min(1);
const Secret = z.string().trim().min(1);

/** Settings by their name without `SWITCHYARD_RUNNER_`; as a flag `WORK_DIR` is `--work-dir`. */
export const Settings = z.strictObject({
  /** Address of the control plane, with a path when it does not live at the root. */
  URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((text) => new URL(text)),
  TOKEN: Secret.optional(),
  /** File that holds the token; default `token` in the work directory, where `register` puts it. */
  TOKEN_FILE: File.optional(),
  /** PKCS#8 PEM of the X25519 private key; default `key.pem` in the work directory. */
  PRIVATE_KEY_FILE: File.optional(),
  /** Lets the runner register itself when it has no token yet. */
  REGISTRATION_TOKEN: Secret.optional(),
  REGISTRATION_TOKEN_FILE: File.optional(),
  /** Name in the registry, in the runner's own log and in task logs. */
  NAME: z.string().trim().min(1).max(255).default(hostname),
  /** Directory for everything the runner writes. */
  WORK_DIR: File.default(() => path.join(homedir(), '.switchyard-runner')),
  /** Most attempts at once; 0 = as many as the control plane gives. */
  MAX_PARALLEL_TASKS: z.coerce.number().int().min(0).max(1000).default(0),
  /** Used by `register`. */
  TAGS: Tags.default([]),
  /** Seconds that running attempts get to end when the runner is stopped. */
  STOP_GRACE: z.coerce.number().min(0).max(86_400).default(600),
  /** Takes one task, reports it and ends. */
  ONE_OFF: z.union([z.boolean(), z.stringbool()], { error: 'must be true or false' }).default(false),
  /** Account that attempts run as, or a range `first-last` of user ids of which each gets its own. */
  RUN_AS: z
    .string()
    .regex(/^(\d+-\d+|[A-Za-z_][\w.-]*\$?)$/, 'must be the name of an account, or a range of user ids as 700000-700063')
    .optional(),
  /** Directories where local repositories may lie; empty = wherever the user of a task may read. */
  LOCAL_REPOSITORY_ROOTS: Directories.default([]),
  /** Directories of the machine that tasks must not see, such as the data of a server beside this runner. */
  HIDDEN_DIRS: Directories.default([]),
  /** PEM of further certificate authorities that are trusted. */
  CA_FILE: File.optional(),
  /** Megabytes that mirrors and downloads may take before they are thrown away; 0 = no limit. */
  CACHE_LIMIT: Megabytes.default(20_000),
  /** Megabytes that must be free on the disk; with less the runner takes no tasks. */
  MIN_FREE: Megabytes.default(500),
});
export type Settings = z.infer<typeof Settings>;
export type SettingName = keyof Settings;

/** A value on a command line is seen by every user of the machine. */
export const SECRET_SETTINGS: readonly SettingName[] = ['TOKEN', 'REGISTRATION_TOKEN'];

export const settingNames = Object.keys(Settings.shape) as SettingName[];
