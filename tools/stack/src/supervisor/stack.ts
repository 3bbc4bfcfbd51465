import { join } from 'node:path';
import { claimWhenLeft } from './claim-when-left.js';
import { Database } from './database.js';
import { prepareDataDirectory } from './data-directory.js';
import { LogFile } from '../process/log-file.js';
import { stopOrphans } from './orphans.js';
import { assertPortFree } from './port-check.js';
import { StackProcesses } from './processes.js';
import { firstSignIn } from './ready-line.js';
import { waitForAnswer, waitForReadiness } from './readiness.js';
import type { StackSettings } from './settings.js';
import { runSetup, type SetupResult } from './setup.js';
import { separateTasks, separationNotice } from './task-separation.js';
import type { StackRecord } from './stack-record.js';
import { SupervisedProcess, type ProcessSpec, type Surroundings } from './supervised-process.js';

/** The longest the shutdown of the database takes. */
const databaseStopMs = 30_000;
/** Time api and dispatcher get to end: nothing that they do outlasts a request. */
const serverStopMs = 10_000;
/** How long the kernel may need to release the port of a program that was killed. */
const portReleaseMs = 5_000;
/** After this long people learn what a stop waits for. */
const explainStopMs = 3_000;

export interface StackOptions {
  /** Holds `apps`, with the built programs. */
  root: string;
  settings: StackSettings;
  /** How long the start may take until the api reports health. Milliseconds. */
  readyTimeoutMs: number;
  /** Takes the lines meant for the person who started the stack. */
  report: (line: string) => void;
}

export interface StartResult extends SetupResult {
  /** Notice to people about the tasks of the local runners. */
  notice: string | undefined;
}

/** The whole stack on one machine, in the order its parts depend on each other. */
export class Stack {
  private record: StackRecord | undefined;
  private database: Database | undefined;
  private readonly servers: SupervisedProcess[] = [];
  private readonly runners: SupervisedProcess[] = [];

  constructor(private readonly options: StackOptions) {}

  /** Starts everything; fulfilled, with what the set-up answered, when the api reports health. */
  async start(signal: AbortSignal): Promise<StartResult> {
    const { settings, report, root } = this.options;
    prepareDataDirectory(settings, report);
    const record = await claimWhenLeft(settings.dataDir, settings.graceMs + serverStopMs + databaseStopMs, report);
    this.record = record;
    signal.throwIfAborted();
    const hadOrphans = await stopOrphans(record, report, settings.graceMs);
    await assertPortFree(settings.host, settings.port, hadOrphans ? portReleaseMs : 0);
    const separation = separateTasks(settings);
    const processes = new StackProcesses(root, settings, await this.databaseUrl(signal), separation);
    report('Preparing the database');
    const setup = processes.setup();
    const result = await runSetup(setup, this.surroundings(setup, record));
    reportFirstSignIn(result, report);
    signal.throwIfAborted();
    report(`Starting api, dispatcher and ${settings.runners === 1 ? '1 runner' : `${settings.runners} runners`}`);
    await this.launchAll(processes, result, record, signal);
    return { ...result, notice: separationNotice(separation, settings.runners) };
  }

  /** Runners first, so that they can still report; the database last. `hurry` cuts the grace time short. */
  async stop(hurry: AbortSignal): Promise<void> {
    this.record?.markStopping();
    await this.stopRunners(hurry);
    const graceMs = Math.min(serverStopMs, this.options.settings.graceMs);
    await Promise.all(this.servers.map((member) => member.stop(graceMs, hurry)));
    await this.database?.stop();
    this.record?.release();
  }

  private async stopRunners(hurry: AbortSignal): Promise<void> {
    const { report, settings } = this.options;
    const seconds = Math.ceil(settings.graceMs / 1000);
    const line = `Waiting up to ${seconds} s for running tasks to end; a second Ctrl-C ends them at once`;
    const explain = setTimeout(() => report(line), explainStopMs);
    await Promise.all(this.runners.map((member) => member.stop(settings.graceMs, hurry)));
    clearTimeout(explain);
  }

  private async databaseUrl(signal: AbortSignal): Promise<string> {
    const { settings, report } = this.options;
    if (settings.databaseUrl) {
      return settings.databaseUrl;
    }
    report('Starting PostgreSQL');
    this.database = await Database.start(settings.dataDir, report);
    signal.throwIfAborted();
    return this.database.url;
  }

  private async launchAll(processes: StackProcesses, setup: SetupResult, record: StackRecord, signal: AbortSignal) {
    const wait = {
      address: processes.localAddress,
      logDirectory: this.logDirectory,
      timeoutMs: this.options.readyTimeoutMs,
      signal,
    };
    this.launch(processes.servers(), this.servers, record);
    await waitForAnswer({ ...wait, processes: this.servers });
    this.launch(processes.runners(setup), this.runners, record);
    await waitForReadiness({ ...wait, processes: [...this.servers, ...this.runners] });
  }

  private launch(specs: ProcessSpec[], group: SupervisedProcess[], record: StackRecord): void {
    for (const spec of specs) {
      const member = new SupervisedProcess(spec, this.surroundings(spec, record));
      group.push(member);
      member.start();
    }
  }

  private surroundings({ name }: ProcessSpec, record: StackRecord): Surroundings {
    const log = new LogFile(join(this.logDirectory, `${name}.log`));
    return { record, log, report: this.options.report };
  }

  private get logDirectory(): string {
    return join(this.options.settings.dataDir, 'logs');
  }
}

function reportFirstSignIn({ admin }: SetupResult, report: (line: string) => void): void {
  const line = firstSignIn(admin);
  if (line !== undefined) {
    report(line);
  }
}
