import { isManagerVariable, own } from '@switchyard/contracts';
import { loadConfig, runnerSettings, settingsShape, type SettingSources } from '@switchyard/settings';
import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { ContainerRules } from '../process/containers/container-engine.js';

export interface RunnerConfig {
  url: URL;
  token: string | null;
  /** Where the token is when it is not given itself, and where `register` puts it. */
  tokenFile: string;
  keyFile: string;
  /** Public key of the control plane, trusted at the first contact. */
  serverKeyFile: string;
  registrationToken: string | null;
  name: string;
  workDir: string;
  maxParallelTasks: number;
  tags: string[];
  stopGraceMs: number;
  /** While the runner stops, tasks run on as long as the grace allows before their tools are asked to stop. */
  drains: boolean;
  oneOff: boolean;
  /** Account or range of user ids that attempts run as; `null` = the runner's own. */
  runAs: string | null;
  /** Where local repositories may lie; empty = anywhere. */
  localRepositoryRoots: string[];
  /** Directories that tasks must not see. */
  hiddenDirs: string[];
  /** Given to the tools of all tasks, where no variable group has another value. */
  taskEnvironment: Record<string, string>;
  /** PEM of further certificate authorities. */
  ca: string | null;
  containers: ContainerRules;
  disk: { cacheLimitBytes: number; minFreeBytes: number };
  /** Where Prometheus reads metrics, and the token that it sends; `null` = nowhere. */
  metrics: { port: number; token: string } | null;
}

const MEGABYTE = 1024 * 1024;
const TASK_ENVIRONMENT = 'SWITCHYARD_RUNNER_TASK_ENVIRONMENT';

const Settings = z.object(settingsShape(runnerSettings));
type Settings = z.infer<typeof Settings>;
type Texts = Readonly<Record<string, string>>;

/**
 * Reads the settings from command line, environment and file.
 * @throws ConfigError with every fault
 */
export function readConfig({ env, flags = {} }: Pick<SettingSources, 'env' | 'flags'>): RunnerConfig {
  let taskEnvironment: Record<string, string> = {};
  const settings = loadConfig(Settings, env, {
    flags,
    fileSetting: 'SWITCHYARD_RUNNER_CONFIG',
    check(texts, faults) {
      refuseTwoTokens(texts, faults);
      taskEnvironment = readTaskEnvironment(texts.SWITCHYARD_RUNNER_TASK_ENVIRONMENT, env, faults);
    },
  });
  return { ...membersOf(settings), taskEnvironment };
}

/** The variables that the owner of the runner names; a name that is not set, or that steers the runner, is a fault. */
function readTaskEnvironment(
  names: string | undefined,
  env: NodeJS.ProcessEnv,
  faults: string[],
): Record<string, string> {
  const read = (names ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => [name, own(env, name)] as const);
  const fault = (name: string, what: string): number => faults.push(`${TASK_ENVIRONMENT}: ${name} ${what}`);
  for (const [name, value] of read) {
    if (!isManagerVariable(name)) {
      fault(name, 'changes how the runner starts its tools');
    } else if (value === undefined) {
      fault(name, 'is not set in the environment of the runner');
    }
  }
  return Object.fromEntries(read.map(([name, value]) => [name, value ?? '']));
}

function membersOf(settings: Settings): Omit<RunnerConfig, 'taskEnvironment'> {
  const workDir = path.resolve(settings.SWITCHYARD_RUNNER_WORK_DIR ?? path.join(homedir(), '.switchyard-runner'));
  const oneOff = settings.SWITCHYARD_RUNNER_ONE_OFF;
  return {
    url: new URL(settings.SWITCHYARD_RUNNER_URL),
    token: settings.SWITCHYARD_RUNNER_TOKEN ?? null,
    tokenFile: settings.SWITCHYARD_RUNNER_TOKEN_FILE ?? path.join(workDir, 'token'),
    keyFile: settings.SWITCHYARD_RUNNER_PRIVATE_KEY_FILE ?? path.join(workDir, 'key.pem'),
    serverKeyFile: settings.SWITCHYARD_RUNNER_SERVER_KEY_FILE ?? path.join(workDir, 'server-key'),
    registrationToken: settings.SWITCHYARD_RUNNER_REGISTRATION_TOKEN ?? null,
    ca: settings.SWITCHYARD_RUNNER_CA_FILE ?? null,
    name: settings.SWITCHYARD_RUNNER_NAME ?? hostname(),
    workDir,
    maxParallelTasks: oneOff ? 1 : settings.SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS,
    tags: settings.SWITCHYARD_RUNNER_TAGS,
    stopGraceMs: settings.SWITCHYARD_RUNNER_STOP_GRACE * 1000,
    drains: settings.SWITCHYARD_RUNNER_DRAIN,
    oneOff,
    runAs: settings.SWITCHYARD_RUNNER_RUN_AS ?? null,
    localRepositoryRoots: settings.SWITCHYARD_RUNNER_LOCAL_REPOSITORY_ROOTS,
    hiddenDirs: settings.SWITCHYARD_RUNNER_HIDDEN_DIRS,
    containers: containersOf(settings),
    disk: {
      cacheLimitBytes: settings.SWITCHYARD_RUNNER_CACHE_LIMIT * MEGABYTE,
      minFreeBytes: settings.SWITCHYARD_RUNNER_MIN_FREE * MEGABYTE,
    },
    metrics: metricsOf(settings),
  };
}

function containersOf(settings: Settings): ContainerRules {
  return {
    engine: settings.SWITCHYARD_RUNNER_CONTAINER_ENGINE ?? null,
    allowedImages: settings.SWITCHYARD_RUNNER_CONTAINER_IMAGES,
    isRequired: settings.SWITCHYARD_RUNNER_CONTAINERS_ONLY,
    limits: {
      network: settings.SWITCHYARD_RUNNER_CONTAINER_NETWORK ?? null,
      memory: settings.SWITCHYARD_RUNNER_CONTAINER_MEMORY ?? null,
      cpus: settings.SWITCHYARD_RUNNER_CONTAINER_CPUS ?? null,
      processes: settings.SWITCHYARD_RUNNER_CONTAINER_PROCESSES ?? null,
    },
  };
}

function metricsOf(settings: Settings): RunnerConfig['metrics'] {
  const { SWITCHYARD_RUNNER_METRICS_PORT: port, SWITCHYARD_RUNNER_METRICS_TOKEN: token } = settings;
  return port === undefined || token === undefined ? null : { port, token };
}

/** A token file may be one that `register` is yet to write, so the identity is read from it later. */
function refuseTwoTokens(texts: Texts, faults: string[]): void {
  if (texts.SWITCHYARD_RUNNER_TOKEN && texts.SWITCHYARD_RUNNER_TOKEN_FILE) {
    faults.push('SWITCHYARD_RUNNER_TOKEN: set either this or SWITCHYARD_RUNNER_TOKEN_FILE');
  }
}
