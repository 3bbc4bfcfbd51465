import type { AppProbe, RunnerApp } from '@switchyard/contracts';
import { GatewayClient } from './gateway/gateway-client.js';
import type { FatalError } from './gateway/gateway-errors.js';
import { retrying } from './gateway/retrying.js';
import { LogShipper } from './logs/log-shipper.js';
import { InstalledApps } from './loops/apps-loop.js';
import { HeldAttempts } from './loops/held-attempts.js';
import { heartbeatLoop } from './loops/heartbeat-loop.js';
import { pollLoop } from './loops/poll-loop.js';
import { type RunnerLog, retryReporter } from './runner-log.js';
import type { Execute } from './task/task-run.js';
import { WorkDirectory } from './task/work-directory.js';

/** How long killed attempts may take to report their end when the runner stops, in milliseconds. */
const REPORT_MS = 5_000;
const SHUTDOWN_REASON = 'The runner was shut down';

export interface RunnerOptions {
  url: URL;
  token: string;
  privateKey: Uint8Array;
  name: string;
  version: string;
  workDir: string;
  maxParallelTasks: number;
  log: RunnerLog;
  execute: Execute;
  probeApps: (probes: readonly AppProbe[]) => Promise<RunnerApp[]>;
  /** The control plane refuses this runner for good. */
  onRefused: (error: FatalError) => void;
}

/** The agent: takes jobs, runs them, reports. */
export class Runner {
  private readonly gateway: GatewayClient;
  private readonly shipper: LogShipper;
  private readonly held: HeldAttempts;
  private readonly work: WorkDirectory;
  private readonly apps: InstalledApps;
  /** Aborted when no more work is wanted. */
  private readonly taking = new AbortController();
  /** Aborted when the runner is over. */
  private readonly living = new AbortController();
  private loops: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {
    const { log, execute, name } = options;
    this.gateway = new GatewayClient(options);
    this.shipper = new LogShipper(
      (frame) => this.gateway.log(frame),
      this.gateway.connection,
      retryReporter(log, 'log'),
    );
    this.work = new WorkDirectory(options.workDir);
    this.apps = new InstalledApps(options.probeApps);
    this.held = new HeldAttempts({ gateway: this.gateway, shipper: this.shipper, work: this.work, execute, log, name });
  }

  /**
   * Cleans up after an earlier process, waits for the control plane, then works in the background until {@link stop}.
   * @throws FatalError when this runner cannot work
   */
  async start(): Promise<void> {
    const { gateway, held, apps } = this;
    const { log, version, maxParallelTasks } = this.options;
    await this.work.open();
    await apps.refresh();
    const retry = { connection: gateway.connection, signal: this.taking.signal };
    await retrying(() => gateway.info(this.taking.signal), {
      ...retry,
      onFailure: retryReporter(log, 'control plane'),
    });
    log.info('runner started', {
      url: this.options.url.origin,
      apps: apps
        .report()
        .apps.map((app) => app.id)
        .join(','),
    });
    this.loops = Promise.all([
      pollLoop({ gateway, held, log, version, maxParallelTasks, apps }, this.taking.signal),
      heartbeatLoop({ gateway, held, log }, this.living.signal),
      apps.watch(gateway.connection, this.living.signal),
    ]);
  }

  /**
   * Takes no more jobs, lets running attempts end for `graceMs`, then kills them and reports them as failed.
   * @param hurry aborted to skip the grace
   */
  async stop(graceMs: number, hurry: AbortSignal): Promise<void> {
    this.taking.abort();
    await withinMs(this.held.whenIdle(), graceMs, hurry);
    this.held.interruptAll(SHUTDOWN_REASON);
    await withinMs(this.held.whenIdle(), REPORT_MS);
    this.held.loseAll();
    await withinMs(this.held.whenIdle(), REPORT_MS);
    this.living.abort();
    this.shipper.close();
    this.gateway.close();
    await withinMs(this.loops, REPORT_MS);
    this.work.close();
  }
}

/** Resolves when `work` has, after `ms`, or when `cut` is aborted. */
async function withinMs(work: Promise<unknown>, ms: number, cut?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, cut?.aborted ? 0 : ms);
    cut?.addEventListener('abort', () => resolve(), { once: true });
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
