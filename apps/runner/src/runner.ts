import { messageOf } from '@switchyard/concurrency';
import { type AppProbe, MAX_LISTINGS, type Problem, problem, type RunnerApp } from '@switchyard/contracts';
import { findLeftState } from './executors/terraform/unsaved-state.js';
import { ownFiles } from './files/own-files.js';
import { GatewayClient } from './gateway/gateway-client.js';
import { type FatalError, UnusableServerError } from './gateway/gateway-errors.js';
import { retrying } from './gateway/retrying.js';
import { pinServerKey } from './gateway/server-key-pin.js';
import { NO_LOCAL_RULES, readLocalRules } from './git/local-rules.js';
import type { ContainerEngine } from './process/containers/container-engine.js';
import { containerPrefix, runnerLabel } from './process/containers/container-place.js';
import type { ExecutionResult, LocalRules } from './attempt/attempt-context.js';
import { Isolation } from './isolation/isolation.js';
import { LogShipper } from './logs/log-shipper.js';
import { OpenLines } from './logs/open-lines.js';
import { InstalledApps } from './loops/apps-loop.js';
import { CacheReports } from './loops/cache-reports.js';
import { DiskWatch, type DiskLimits } from './loops/disk-watch.js';
import { listBranches } from './git/list-branches.js';
import { readProjectFiles } from './git/read-project-files.js';
import { HeldAttempts } from './loops/held-attempts.js';
import { heartbeatLoop } from './loops/heartbeat-loop.js';
import { pollLoop } from './loops/poll-loop.js';
import { type RunnerLog, retryReporter } from './runner-log.js';
import type { Execute } from './attempt/attempt-run.js';
import { KeptStates } from './attempt/kept-states.js';
import { type ListingParts, Listings } from './attempt/listings.js';
import { Settlements } from './attempt/settlements.js';
import { withDirectories } from './attempt/with-directories.js';
import { WorkDirectory } from './attempt/work-directory.js';

/** How long killed attempts may take to report their end when the runner stops, in milliseconds. */
const REPORT_MS = 5_000;

export interface RunnerOptions {
  url: URL;
  token: string;
  privateKey: Uint8Array;
  name: string;
  version: string;
  workDir: string;
  /** Public key of the control plane, trusted at the first contact. */
  serverKeyFile: string;
  maxParallelTasks: number;
  disk: DiskLimits;
  /** While the runner stops, tools are asked as late as its grace allows; otherwise at once. */
  drains: boolean;
  /** PEM of further certificate authorities. */
  ca: string | null;
  /** Takes one task; {@link RunnerOptions.onDone} is called when it is reported. */
  oneOff: boolean;
  /** Users that attempts run as, see {@link Isolation}; `null` = the runner's own. */
  runAs: string | null;
  /** Where local repositories may lie; empty = anywhere. */
  localRepositoryRoots: readonly string[];
  /** Directories that tasks must not see. */
  hiddenDirs: readonly string[];
  /** Variables that the tools of all tasks get. */
  taskEnvironment: Readonly<Record<string, string>>;
  /** Engine for tasks that bring an image. */
  containers: ContainerEngine;
  log: RunnerLog;
  execute: Execute;
  probeApps: (probes: readonly AppProbe[]) => Promise<RunnerApp[]>;
  /** The control plane refuses this runner for good. */
  onRefused: (error: FatalError) => void;
  /** The one task of a one-off runner is over. */
  onDone: () => void;
}

/** The agent: takes jobs, runs them, reports. */
export class Runner {
  private readonly gateway: GatewayClient;
  private readonly shipper: LogShipper;
  private readonly openLines: OpenLines;
  private readonly held: HeldAttempts;
  private readonly listings: Listings;
  private readonly work: WorkDirectory;
  private readonly settlements: Settlements;
  private readonly keptStates: KeptStates;
  private readonly apps: InstalledApps;
  private readonly disk: DiskWatch;
  private isolation: Isolation | null = null;
  private localRules: LocalRules = NO_LOCAL_RULES;
  /** Aborted when no more work is wanted. */
  private readonly taking = new AbortController();
  /** Aborted when the runner is over. */
  private readonly living = new AbortController();
  private loops: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: RunnerOptions) {
    const { log } = options;
    const execute: Execute = (given) => {
      const context = { ...given, containers: { engine: options.containers, instance: this.work.instance } };
      return this.isolation?.run(context, options.execute) ?? options.execute(context);
    };
    this.work = new WorkDirectory(options.workDir);
    const pinKey = (key: string): void => pinServerKey(options.serverKeyFile, key);
    this.gateway = new GatewayClient({ ...options, pinKey });
    this.shipper = new LogShipper(
      (frame) => this.gateway.log(frame),
      this.gateway.connection,
      retryReporter(log, 'log'),
    );
    this.openLines = new OpenLines((request) => this.gateway.openLines(request));
    this.disk = new DiskWatch(this.work, options.disk, log, new CacheReports(this.gateway, log));
    this.apps = new InstalledApps((probes) => options.containers.offered(options.probeApps(probes)));
    this.settlements = new Settlements(this.work.held, { gateway: this.gateway, log });
    this.keptStates = new KeptStates(this.work.keptStates, { gateway: this.gateway, log });
    const { gateway, shipper, openLines, work, settlements, keptStates } = this;
    const localRules = (): LocalRules => this.localRules;
    const parts = {
      gateway,
      shipper,
      openLines,
      work,
      settlements,
      keptStates,
      localRules,
      environment: options.taskEnvironment,
      execute,
      log,
      capacity: () => this.isolation?.limit(0) || Infinity,
    };
    this.held = new HeldAttempts(parts, () => this.pausedReason() === null);
    this.listings = new Listings({
      gateway,
      log,
      localRules,
      most: options.oneOff ? 0 : MAX_LISTINGS,
      listBranches: (context, files) => this.listBranches(context, files),
    });
  }

  /**
   * Cleans up after an earlier process, waits for the control plane, then works in the background until {@link stop}.
   * @throws FatalError when this runner cannot work
   */
  async start(): Promise<void> {
    const { gateway, held, listings, apps, work, disk } = this;
    const { log, version } = this.options;
    await this.openWork();
    await Promise.all([apps.refresh(), disk.look()]);
    const retry = { connection: gateway.connection, signal: this.taking.signal };
    const onFailure = retryReporter(log, 'control plane');
    await retrying(() => gateway.info(this.taking.signal), { ...retry, onFailure }).catch(async (error: unknown) => {
      await (error instanceof UnusableServerError && gateway.distrust(error).catch(() => undefined));
      throw error;
    });
    log.info('runner started', {
      url: this.options.url.origin,
      separation: this.isolation?.separation ?? 'none: tasks run as the user of the runner',
      apps: apps
        .report()
        .apps.map((app) => app.id)
        .join(','),
    });
    if (this.options.oneOff) {
      const settled = (): Promise<void> => this.whenSettled();
      void held.firstTaken
        .then(() => held.whenIdle())
        .then(settled)
        .then(this.options.onDone);
    }
    await Promise.all([this.settlements.resume(work.living), this.keptStates.resume()]);
    const pausedReason = (): Problem | null => this.pausedReason();
    const maxParallelTasks = this.isolation?.limit(this.options.maxParallelTasks) ?? this.options.maxParallelTasks;
    const preparesAhead = !this.options.oneOff;
    const platform = `${process.platform} ${process.arch}`;
    const separation = this.isolation?.degree ?? 'none';
    const itself = { version, platform, separation, maxParallelTasks, preparesAhead };
    const onCleared = (): void => void disk.remeasure();
    this.loops = Promise.all([
      pollLoop({ gateway, held, listings, log, apps, work, pausedReason, onCleared, ...itself }, this.taking.signal),
      disk.watch(gateway.connection, this.living.signal),
      heartbeatLoop({ gateway, held, log }, this.living.signal),
      apps.watch(gateway.connection, this.living.signal),
    ]);
  }

  /**
   * Takes no more jobs and gives running attempts `graceMs` to end: first by themselves, if it drains, then because their
   * tools are asked to stop, early enough for the grace of each. Remaining processes are killed. Leases are renewed meanwhile.
   * @param hurry aborted to skip the grace
   */
  async stop(graceMs: number, hurry: AbortSignal): Promise<void> {
    this.taking.abort();
    this.listings.close();
    const thrownAway = this.held.close();
    await this.leave(false);
    const { drains } = this.options;
    const keepOn = this.held.expireAll(problem('runner_shut_down'), (stopMs) =>
      drains ? Math.max(0, graceMs - stopMs) : 0,
    );
    await withinMs(this.held.whenIdle(), graceMs, hurry);
    keepOn();
    this.held.interruptAll(problem('runner_shut_down'));
    await withinMs(this.held.whenIdle(), REPORT_MS);
    this.held.loseAll();
    await withinMs(this.held.whenIdle(), REPORT_MS);
    await withinMs(Promise.all([this.whenSettled(), thrownAway]), REPORT_MS);
    this.settlements.close();
    this.keptStates.close();
    await this.isolation?.close();
    await this.leave(true);
    this.living.abort();
    this.shipper.close();
    this.openLines.close();
    this.gateway.close();
    await withinMs(this.loops, REPORT_MS);
    this.work.close();
  }

  private listBranches(...[context, files]: Parameters<ListingParts['listBranches']>): Promise<ExecutionResult> {
    const list: Execute = files ? (placed) => readProjectFiles(placed, files.known) : listBranches;
    return this.isolation?.listBranches(context, list) ?? withDirectories(this.work, context, list);
  }

  /** Resolves when the control plane has what it must know of attempts that are over. */
  private async whenSettled(): Promise<void> {
    await Promise.all([this.settlements.whenSent(), this.keptStates.whenSent()]);
  }

  private async openWork(): Promise<void> {
    const { runAs, workDir, log } = this.options;
    this.isolation = runAs === null ? null : await Isolation.open(runAs, workDir);
    if (this.isolation?.warning) {
      log.warn(this.isolation.warning);
    }
    await this.work.open(
      async () => this.isolation?.killLeftovers(this.work),
      (attempt, dir) => this.keepLeftState(attempt, dir),
    );
    await (this.work.hadAttempts && this.removeContainers());
    await this.isolation?.prepare(this.work, this.options.hiddenDirs);
    const closed = [this.work.root, ...this.options.hiddenDirs];
    this.localRules = await readLocalRules({
      roots: this.options.localRepositoryRoots,
      closed,
      authorities: this.options.ca,
    });
  }

  /** Those of attempts of an earlier process. */
  private async removeContainers(): Promise<void> {
    const { containers } = this.options;
    await containers.probe();
    const { instance } = this.work;
    await containers.removeLeft(runnerLabel(instance), containerPrefix(instance));
  }

  /** A tool that outlived an earlier process could not hand over the state that it failed to save. */
  private async keepLeftState(attempt: number, dir: string): Promise<void> {
    const { log } = this.options;
    try {
      const left = (await this.keptStates.has(attempt)) ? null : await findLeftState(ownFiles, dir);
      const path = left?.bytes && (await this.keptStates.keepHere(attempt, left.bytes));
      if (left) {
        log.error('a task of the runner that was killed could not save its state', {
          attempt,
          path: path ?? 'too large',
        });
      }
    } catch (error) {
      log.error('the state of a killed task could not be kept', { attempt, error: messageOf(error) });
    }
  }

  /** A one-off runner has no room for a second task, whatever becomes of the first. */
  private pausedReason(): Problem | null {
    const isSpent = this.options.oneOff && this.held.hasTaken;
    return isSpent ? problem('pause_one_task') : this.disk.pausedReason;
  }

  /** Best effort: the lease expires when the control plane cannot be reached. */
  private async leave(over: boolean): Promise<void> {
    const { instance } = this.work;
    if (instance !== '' && this.gateway.isKnown) {
      await this.gateway.leave({ instance, over }).catch(() => undefined);
    }
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
