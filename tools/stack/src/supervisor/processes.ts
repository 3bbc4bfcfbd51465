import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { API_NODE_OPTIONS } from '@switchyard/settings';
import type { Environment } from '../process/spawn-program.js';
import { pick, serverInput } from './server-input.js';
import type { StackSettings } from './settings.js';
import type { SetupResult } from './setup.js';
import type { ProcessSpec } from './supervised-process.js';
import type { TaskSeparation } from './task-separation.js';

/** Time that a stopped runner needs after the grace of its attempts, to report their end; within the grace of its own process. */
const RUNNER_REPORT_MS = 12_000;
/** Part of a short grace that this takes at most. */
const REPORT_SHARE = 5;

/** Variables of the environment that a runner gets; its tasks get `PATH` alone. */
const runnerVariables =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTP|HTTPS|NO)_PROXY)$/i;

/** Where an address of all interfaces is reached from this machine. */
const LOOPBACK = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Tasks at once of a local runner without a configured number. Most wait for other machines, so that four suit a single core too. */
const LOCAL_TASKS = Math.max(4, availableParallelism());

/** The programs of the stack, built from the applications below `root`. */
export class StackProcesses {
  constructor(
    private readonly root: string,
    private readonly settings: StackSettings,
    private readonly databaseUrl: string,
    private readonly separation: TaskSeparation,
  ) {}

  /** The address a program on this machine reaches the api at. */
  get localAddress(): string {
    const { host, port } = this.settings;
    const reachable = LOOPBACK.get(host) ?? host;
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  }

  setup(): ProcessSpec {
    const { dataDir, runners } = this.settings;
    const args = ['setup', '--runner-dir', join(dataDir, 'runners'), '--runners', String(runners)];
    args.push('--password-file', join(dataDir, 'first-password'));
    return {
      name: 'setup',
      args: [join(this.root, 'apps/api/dist/cli.js'), ...args],
      ...this.serverInput(),
    };
  }

  servers(): ProcessSpec[] {
    const program = (name: string): string => join(this.root, 'apps', name, 'dist/main.js');
    return [
      { name: 'api', args: [...API_NODE_OPTIONS, program('api')], ...this.serverInput() },
      { name: 'dispatcher', args: [program('dispatcher')], ...this.serverInput() },
    ];
  }

  runners({ runners }: SetupResult): ProcessSpec[] {
    return runners.map(({ name, dir }, index) => ({
      name: `runner-${name}`,
      args: [join(this.root, 'apps/runner/dist/runner.cjs'), 'start'],
      environment: this.runnerEnvironment(name, dir, index),
    }));
  }

  private serverInput(): Pick<ProcessSpec, 'environment' | 'settings'> {
    const { port, host, dataDir } = this.settings;
    return serverInput(this.settings, {
      SWITCHYARD_PORT: String(port),
      SWITCHYARD_HOST: host,
      SWITCHYARD_DATA_DIR: dataDir,
      SWITCHYARD_DATABASE_URL: this.databaseUrl,
    });
  }

  /** A runner executes other people's code: of the stack's settings it gets its own and the log level, no more. */
  private runnerEnvironment(name: string, directory: string, index: number): Environment {
    const { environment, texts, dataDir, graceMs } = this.settings;
    const isOwn = (setting: string) => setting.startsWith('SWITCHYARD_RUNNER_') || setting === 'SWITCHYARD_LOG_LEVEL';
    return {
      NODE_ENV: 'production',
      SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: String(LOCAL_TASKS),
      ...pick(environment, (variable) => runnerVariables.test(variable)),
      ...pick(texts, isOwn),
      SWITCHYARD_RUNNER_TOKEN: undefined,
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: undefined,
      SWITCHYARD_RUNNER_URL: this.localAddress,
      SWITCHYARD_RUNNER_TOKEN_FILE: join(directory, 'token'),
      SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: join(directory, 'key.pem'),
      SWITCHYARD_RUNNER_SERVER_KEY_FILE: join(directory, 'server-key'),
      SWITCHYARD_RUNNER_NAME: name,
      SWITCHYARD_RUNNER_RUN_AS: this.separation.runAs(index),
      SWITCHYARD_RUNNER_WORK_DIR: this.separation.workDir(name),
      SWITCHYARD_RUNNER_HIDDEN_DIRS: dataDir,
      SWITCHYARD_RUNNER_LOCAL_REPOSITORY_ROOTS: texts.SWITCHYARD_LOCAL_REPOSITORY_ROOTS,
      SWITCHYARD_RUNNER_STOP_GRACE: String((graceMs - Math.min(RUNNER_REPORT_MS, graceMs / REPORT_SHARE)) / 1000),
      SWITCHYARD_RUNNER_DRAIN: 'false',
    };
  }
}
