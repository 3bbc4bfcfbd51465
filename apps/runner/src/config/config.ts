import { own } from '@switchyard/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { type ConfigInput, type ConfigSource, readSource } from './config-source.js';
import { readSecretFile } from './secret-file.js';
import { PREFIX, type SettingName, Settings } from './settings.js';

export interface RunnerConfig {
  url: URL;
  token: string | null;
  /** Where the token is when it is not given itself, and where `register` puts it. */
  tokenFile: string;
  keyFile: string;
  registrationToken: string | null;
  name: string;
  workDir: string;
  maxParallelTasks: number;
  tags: string[];
  stopGraceMs: number;
  oneOff: boolean;
  /** Account or range of user ids that attempts run as; `null` = the runner's own. */
  runAs: string | null;
  /** Where local repositories may lie; empty = anywhere. */
  localRepositoryRoots: string[];
  /** What tasks must not see. */
  hiddenDirs: string[];
  /** PEM of further certificate authorities. */
  ca: string | null;
  disk: { cacheLimitBytes: number; minFreeBytes: number };
  /** Warnings: settings that work but should be corrected, one sentence each. */
  warnings: string[];
}

/** All that is wrong with the configuration, one sentence each. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`the configuration of the runner has ${faults.length} fault(s)`);
    this.name = 'ConfigError';
  }
}

const MEGABYTE = 1024 * 1024;

/**
 * Reads the settings from command line, environment and file.
 * @throws ConfigError with every fault
 */
export function readConfig(input: ConfigInput): RunnerConfig {
  const source = readSource(input);
  const faults = [...source.faults];
  const warnings: string[] = [];
  const parsed = Settings.safeParse(source.values);
  if (!parsed.success) {
    faults.push(...parsed.error.issues.map((issue) => `${nameOf(issue)}: ${explain(issue, source)}`));
  }
  exclude(source, 'TOKEN', 'TOKEN_FILE', faults);
  exclude(source, 'REGISTRATION_TOKEN', 'REGISTRATION_TOKEN_FILE', faults);
  const readFile = (name: SettingName): string | null =>
    source.values[name]
      ? readSecretFile(PREFIX + name, String(source.values[name]), { faults, warnings }).trim()
      : null;
  const registrationToken = readFile('REGISTRATION_TOKEN_FILE');
  const ca = readCertificates(source, faults);
  if (!parsed.success || faults.length > 0) {
    throw new ConfigError(faults);
  }
  return { ...membersOf(parsed.data), ca, warnings, ...(registrationToken ? { registrationToken } : {}) };
}

function membersOf(settings: Settings): Omit<RunnerConfig, 'ca' | 'warnings'> {
  const workDir = path.resolve(settings.WORK_DIR);
  return {
    url: settings.URL,
    token: settings.TOKEN ?? null,
    tokenFile: settings.TOKEN_FILE ?? path.join(workDir, 'token'),
    keyFile: settings.PRIVATE_KEY_FILE ?? path.join(workDir, 'key.pem'),
    registrationToken: settings.REGISTRATION_TOKEN ?? null,
    name: settings.NAME,
    workDir,
    maxParallelTasks: settings.ONE_OFF ? 1 : settings.MAX_PARALLEL_TASKS,
    tags: settings.TAGS,
    stopGraceMs: settings.STOP_GRACE * 1000,
    oneOff: settings.ONE_OFF,
    runAs: settings.RUN_AS ?? null,
    localRepositoryRoots: settings.LOCAL_REPOSITORY_ROOTS,
    hiddenDirs: settings.HIDDEN_DIRS,
    disk: { cacheLimitBytes: settings.CACHE_LIMIT * MEGABYTE, minFreeBytes: settings.MIN_FREE * MEGABYTE },
  };
}

function exclude({ values }: ConfigSource, one: SettingName, other: SettingName, faults: string[]): void {
  if (values[one] && values[other]) {
    faults.push(`${PREFIX}${one} and ${PREFIX}${other} exclude each other`);
  }
}

function readCertificates({ values }: ConfigSource, faults: string[]): string | null {
  const file = values['CA_FILE'];
  if (typeof file !== 'string' || file === '') {
    return null;
  }
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) {
      return text;
    }
    faults.push(`${PREFIX}CA_FILE: ${file} holds no PEM certificate`);
  } catch (error) {
    faults.push(`${PREFIX}CA_FILE: ${file} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  return null;
}

const nameOf = (issue: z.core.$ZodIssue): string => PREFIX + issue.path.join('.');

function explain(issue: z.core.$ZodIssue, { values }: ConfigSource): string {
  return own(values, String(issue.path[0])) === undefined ? 'missing' : issue.message;
}
