import { openTracing } from '@switchyard/tracing';
import type { Execute } from '../attempt/attempt-run.js';
import type { RunnerConfig } from '../config/config.js';
import { ContainerEngine } from '../process/containers/container-engine.js';
import { isRegistered, readIdentity } from '../config/identity.js';
import { firstInstalled } from '../executors/find-tool.js';
import { execute, probeApps } from '../executors/index.js';
import { FatalError } from '../gateway/gateway-errors.js';
import { startMetricsServer } from './metrics/metrics-server.js';
import { Runner } from '../runner.js';
import type { RunnerLog } from '../runner-log.js';
import { VERSION } from '../version.js';
import { register } from './register.js';
import { tracedExecution } from './traced-execution.js';

/** Works until a signal, a refusal, or the end of its one task. Resolves with the reason that ended it; `null` = none. */
export async function start(config: RunnerConfig, log: RunnerLog): Promise<FatalError | null> {
  if (!isRegistered(config) && config.registrationToken !== null) {
    await register(config, log);
  }
  const { warnings, ...identity } = readIdentity(config);
  const { name, tags, workDir, stopGraceMs } = config;
  warnings.forEach((warning) => log.warn(warning));
  keepInspectorClosed();
  const variables = Object.keys(config.taskEnvironment).join(',');
  log.info('runner starts', { version: VERSION, name, tags: tags.join(','), workDir, ...(variables && { variables }) });
  const counted = await countedExecution(config);
  const tracing = await openTracing('switchyard-runner');
  const ended = new Promise<FatalError | null>((resolve, reject) => {
    const runner = new Runner({
      ...config,
      ...identity,
      containers: new ContainerEngine(config.containers, firstInstalled),
      version: VERSION,
      log,
      execute: tracing ? tracedExecution(tracing, counted.execute) : counted.execute,
      probeApps,
      onRefused: (error) => void runner.stop(0, AbortSignal.abort()).finally(() => resolve(error)),
      onDone: () => void runner.stop(0, AbortSignal.abort()).finally(() => resolve(null)),
    });
    stopOnSignals(log, (hurry) => runner.stop(stopGraceMs, hurry).then(() => resolve(null), reject));
    runner.start().catch(reject);
  });
  try {
    return await ended;
  } finally {
    counted.close();
    await tracing?.close();
  }
}

/** How attempts are executed, and counted where somebody reads that; the code for that is loaded then alone. */
async function countedExecution({
  metrics: served,
  maxParallelTasks,
}: RunnerConfig): Promise<{ execute: Execute; close: () => void }> {
  if (served === null) {
    return { execute, close: () => undefined };
  }
  const { RunnerMetrics } = await import('./metrics/runner-metrics.js');
  const metrics = new RunnerMetrics(maxParallelTasks);
  const server = await startMetricsServer({ ...served, text: () => metrics.text() });
  return { execute: metrics.counting(execute), close: () => server.close() };
}

/**
 * Node opens its inspector when it gets this signal and nobody listens: a task with the user of the runner would open the runner to
 * every user of the machine.
 */
function keepInspectorClosed(): void {
  process.on('SIGUSR1', () => undefined);
}

/** The first signal stops gently, the second without grace. */
function stopOnSignals(log: RunnerLog, stop: (hurry: AbortSignal) => Promise<void>): void {
  const hurry = new AbortController();
  let stopping = false;
  const onSignal = (signal: string): void => {
    log.info('stopping', { signal });
    if (stopping) {
      hurry.abort();
      return;
    }
    stopping = true;
    void stop(hurry.signal);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
