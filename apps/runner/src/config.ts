import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type ConfigSource, readSource } from './config-source.js';
import { readSecretFile } from './secret-file.js';
import { rawPrivateKey } from './gateway/runner-keys.js';

const PREFIX = 'SWITCHYARD_RUNNER_';

const Seconds = z.coerce.number().min(0).max(3600);
const Tags = z
  .union([z.string(), z.array(z.string())])
  .transform((value) =>
    (typeof value === 'string' ? value.split(',') : value).map((tag) => tag.trim()).filter(Boolean),
  );

/** Settings by their name without `SWITCHYARD_RUNNER_`. */
const Settings = z.strictObject({
  /** Address of the control plane, with a path when it does not live at the root. */
  URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((text) => new URL(text)),
  TOKEN: z.string().trim().min(1).optional(),
  /** File that holds the token. */
  TOKEN_FILE: z.string().min(1).optional(),
  /** PKCS#8 PEM of the X25519 private key. */
  PRIVATE_KEY_FILE: z.string().min(1),
  /** Name in the runner's own log and in task logs. */
  NAME: z.string().trim().min(1).max(255).default(hostname),
  /** Directory for everything the runner writes. */
  WORK_DIR: z
    .string()
    .min(1)
    .default(() => path.join(homedir(), '.switchyard-runner')),
  /** Most attempts at once; 0 = as many as the control plane gives. */
  MAX_PARALLEL_TASKS: z.coerce.number().int().min(0).max(1000).default(0),
  TAGS: Tags.default([]),
  /** Seconds that running attempts get to end when the runner is stopped. */
  STOP_GRACE: Seconds.default(8),
});

export interface RunnerConfig {
  url: URL;
  token: string;
  privateKey: Uint8Array;
  name: string;
  workDir: string;
  maxParallelTasks: number;
  tags: string[];
  stopGraceMs: number;
  /** Things that work but should be mended, one sentence each. */
  warnings: string[];
}

/** All that is wrong with the configuration, one sentence each. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`the configuration of the runner has ${faults.length} fault(s)`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads the settings from the environment and, behind it, the file named by `SWITCHYARD_RUNNER_CONFIG`.
 * @throws ConfigError with every fault
 */
export async function readConfig(env: NodeJS.ProcessEnv): Promise<RunnerConfig> {
  const faults: string[] = [];
  const warnings: string[] = [];
  const source = await readSource(env, PREFIX, Object.keys(Settings.shape));
  faults.push(...source.faults);
  const parsed = Settings.safeParse(source.values);
  if (!parsed.success) {
    faults.push(...parsed.error.issues.map((issue) => `${PREFIX}${issue.path.join('.')}: ${explain(issue, source)}`));
  }
  const read = (name: 'TOKEN_FILE' | 'PRIVATE_KEY_FILE'): string =>
    readSecretFile(PREFIX + name, String(source.values[name] ?? ''), { faults, warnings });
  const token = readToken(source, read, faults);
  const privateKey = readPrivateKey(source, read, faults);
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(faults);
  }
  const { URL: url, NAME: name, WORK_DIR, MAX_PARALLEL_TASKS: maxParallelTasks, TAGS: tags, STOP_GRACE } = parsed.data;
  const workDir = path.resolve(WORK_DIR);
  return { url, token, privateKey, name, workDir, maxParallelTasks, tags, stopGraceMs: STOP_GRACE * 1000, warnings };
}

type ReadFile = (name: 'TOKEN_FILE' | 'PRIVATE_KEY_FILE') => string;

function readToken({ values }: ConfigSource, read: ReadFile, faults: string[]): string {
  if (values['TOKEN'] && values['TOKEN_FILE']) {
    faults.push(`${PREFIX}TOKEN and ${PREFIX}TOKEN_FILE exclude each other`);
    return '';
  }
  if (values['TOKEN_FILE']) {
    return read('TOKEN_FILE').trim();
  }
  if (!values['TOKEN']) {
    faults.push(`${PREFIX}TOKEN or ${PREFIX}TOKEN_FILE: missing`);
  }
  return String(values['TOKEN'] ?? '').trim();
}

function readPrivateKey({ values }: ConfigSource, read: ReadFile, faults: string[]): Uint8Array {
  const pem = values['PRIVATE_KEY_FILE'] ? read('PRIVATE_KEY_FILE') : '';
  if (pem === '') {
    return new Uint8Array();
  }
  try {
    return rawPrivateKey(pem);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    faults.push(`${PREFIX}PRIVATE_KEY_FILE: not a PKCS#8 PEM with an X25519 key (${text})`);
    return new Uint8Array();
  }
}

function explain(issue: z.core.$ZodIssue, { values }: ConfigSource): string {
  return values[String(issue.path[0])] === undefined ? 'missing' : issue.message;
}
