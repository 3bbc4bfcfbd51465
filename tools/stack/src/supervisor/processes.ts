import { join } from 'node:path';
import type { Environment, StackSettings } from './settings.js';
import type { SetupResult } from './setup.js';
import type { ProcessSpec } from './supervised-process.js';

/** What a stopped runner needs after the grace of its attempts, to report their end; within the grace of its own process. */
const RUNNER_REPORT_MS = 2_000;

/** The programs of the stack, built from the applications below `root`. */
export class StackProcesses {
  constructor(
    private readonly root: string,
    private readonly settings: StackSettings,
    private readonly databaseUrl: string,
  ) {}

  /** The address a program on this machine reaches the api at. */
  get localAddress(): string {
    const { host, port } = this.settings;
    const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
    return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
  }

  setup(): ProcessSpec {
    const { dataDir, runners } = this.settings;
    const args = ['setup', '--runner-dir', join(dataDir, 'runners'), '--runners', String(runners)];
    return {
      name: 'setup',
      args: [join(this.root, 'apps/api/dist/cli.js'), ...args],
      environment: this.serverEnvironment(),
    };
  }

  servers(): ProcessSpec[] {
    return ['api', 'dispatcher'].map((name) => ({
      name,
      args: [join(this.root, 'apps', name, 'dist/main.js')],
      environment: this.serverEnvironment(),
    }));
  }

  runners({ runners }: SetupResult): ProcessSpec[] {
    return runners.map(({ name, dir }) => ({
      name: `runner-${name}`,
      args: [join(this.root, 'apps/runner/dist/runner.cjs'), 'start'],
      environment: this.runnerEnvironment(name, dir),
    }));
  }

  private serverEnvironment(): Environment {
    const { environment, port, host, dataDir } = this.settings;
    return {
      NODE_ENV: 'production',
      ...environment,
      SWITCHYARD_PORT: String(port),
      SWITCHYARD_HOST: host,
      SWITCHYARD_DATA_DIR: dataDir,
      SWITCHYARD_DATABASE_URL: this.databaseUrl,
    };
  }

  /** A runner executes other people's code: of the stack's settings it gets its own and the log level, no more. */
  private runnerEnvironment(name: string, directory: string): Environment {
    const allowed = Object.entries(this.settings.environment).filter(
      ([variable]) =>
        !variable.startsWith('SWITCHYARD_') ||
        variable.startsWith('SWITCHYARD_RUNNER_') ||
        variable === 'SWITCHYARD_LOG_LEVEL',
    );
    return {
      NODE_ENV: 'production',
      ...Object.fromEntries(allowed),
      SWITCHYARD_RUNNER_TOKEN: undefined,
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: undefined,
      SWITCHYARD_RUNNER_URL: this.localAddress,
      SWITCHYARD_RUNNER_TOKEN_FILE: join(directory, 'token'),
      SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: join(directory, 'key.pem'),
      SWITCHYARD_RUNNER_NAME: name,
      SWITCHYARD_RUNNER_HIDDEN_DIRS: this.settings.dataDir,
      SWITCHYARD_RUNNER_WORK_DIR: join(this.settings.dataDir, 'runners', name, 'work'),
      SWITCHYARD_RUNNER_STOP_GRACE: String(Math.max(0, this.settings.graceMs - RUNNER_REPORT_MS) / 1000),
    };
  }
}
