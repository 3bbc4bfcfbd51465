import { ConfigError, readConfig, type RunnerConfig } from './config.js';
import { execute, probeApps } from './executors/index.js';
import { FatalError } from './gateway/gateway-errors.js';
import { Runner } from './runner.js';
import { createRunnerLog } from './runner-log.js';
import { VERSION } from './version.js';

/** Exit code of sysexits for a configuration that cannot work: a supervisor need not try again. */
const EX_CONFIG = 78;

const HELP = `switchyard-runner ${VERSION}: executes the tasks of a Switchyard control plane

  switchyard-runner [start]    work until SIGINT or SIGTERM; a second signal ends running tasks at once
  switchyard-runner --version
  switchyard-runner --help

Settings, as environment variables or as keys of the file named by SWITCHYARD_RUNNER_CONFIG (YAML or JSON):

  SWITCHYARD_RUNNER_URL                 address of the control plane
  SWITCHYARD_RUNNER_TOKEN or _TOKEN_FILE
  SWITCHYARD_RUNNER_PRIVATE_KEY_FILE    X25519 key of this runner, PKCS#8 PEM
  SWITCHYARD_RUNNER_NAME                default: name of the machine
  SWITCHYARD_RUNNER_WORK_DIR            default: ~/.switchyard-runner
  SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS  default: 0, as many as the control plane gives
  SWITCHYARD_RUNNER_TAGS                comma-separated
  SWITCHYARD_RUNNER_STOP_GRACE          seconds that running tasks get at the end, default: 8
`;

const log = createRunnerLog((line) => process.stdout.write(line));

async function configuration(): Promise<RunnerConfig> {
  try {
    return await readConfig(process.env);
  } catch (error) {
    const faults = error instanceof ConfigError ? error.faults : [String(error)];
    process.stderr.write(`The runner cannot start:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`);
    process.exit(EX_CONFIG);
  }
}

function exitOn(error: unknown): never {
  log.error(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof FatalError ? EX_CONFIG : 1);
}

/** The first signal stops gently, the second without grace. */
function stopOnSignals(stop: (hurry: AbortSignal) => Promise<void>): void {
  const hurry = new AbortController();
  let stopping = false;
  const onSignal = (signal: string): void => {
    log.info('stopping', { signal });
    if (stopping) {
      hurry.abort();
      return;
    }
    stopping = true;
    stop(hurry.signal).then(() => process.exit(0), exitOn);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

async function start(): Promise<void> {
  const { stopGraceMs, warnings, tags, ...config } = await configuration();
  warnings.forEach((warning) => log.warn(warning));
  log.info('runner starts', { version: VERSION, name: config.name, tags: tags.join(','), workDir: config.workDir });
  const runner = new Runner({
    ...config,
    version: VERSION,
    log,
    execute,
    probeApps,
    onRefused: (error) => void runner.stop(0, AbortSignal.abort()).finally(() => exitOn(error)),
  });
  stopOnSignals((hurry) => runner.stop(stopGraceMs, hurry));
  await runner.start();
}

const [command = 'start', ...rest] = process.argv.slice(2);
if (command === 'start' && rest.length === 0) {
  start().catch(exitOn);
} else if (command === '--version') {
  process.stdout.write(`${VERSION}\n`);
} else {
  process.stdout.write(HELP);
  process.exitCode = command === '--help' ? 0 : 64;
}
