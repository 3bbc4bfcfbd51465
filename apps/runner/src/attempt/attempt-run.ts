import { messageOf } from '@switchyard/concurrency';
import {
  type Job,
  type JobState,
  namedSecrets,
  type SealedJob,
  sentenceOf,
  type Problem,
  problem,
} from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { openJob, opensAs } from '../gateway/open-job.js';
import { withStateAddress } from '../gateway/state-address.js';
import type { AttemptLog } from '../logs/attempt-log.js';
import type { LogShipper } from '../logs/log-shipper.js';
import type { OpenLines } from '../logs/open-lines.js';
import { traceIdOf } from '@switchyard/tracing';
import { longestStopMs } from '../process/stop-manner.js';
import { type RunnerLog, tracedLog } from '../runner-log.js';
import type { AttemptContext, ExecutionResult, LocalRules } from './attempt-context.js';
import { Assignment } from './assignment.js';
import { AttemptIdTokens, idTokenPlaces } from './attempt-id-tokens.js';
import { AttemptPlans } from './attempt-plans.js';
import { AttemptReports, type Successors } from './attempt-reports.js';
import { LogUpload } from './log-upload.js';
import { maskedFacts } from './report-parts.js';
import { removeTree } from '../files/remove-tree.js';
import { AttemptControl } from './attempt-control.js';
import type { KeptStates } from './kept-states.js';
import type { Settlements } from './settlements.js';
import type { WorkDirectory } from './work-directory.js';

/** Executes a job; see `AttemptContext` for what it must keep to. */
export type Execute = (context: AttemptContext) => Promise<ExecutionResult>;

/** Parts that all attempts of a runner share. */
export interface AttemptRunParts {
  gateway: GatewayClient;
  shipper: LogShipper;
  openLines: OpenLines;
  work: WorkDirectory;
  settlements: Settlements;
  keptStates: KeptStates;
  execute: Execute;
  log: RunnerLog;
  /** Which directories of this machine may be repositories. */
  localRules: () => LocalRules;
  /** Variables that the tools of all tasks get. */
  environment: Readonly<Record<string, string>>;
  /** Most attempts that can be under way at once. */
  capacity: () => number;
  successors: Successors;
}

/**
 * One attempt from claim to finish. The end is reported last, when log and files are dealt with. One that is prepared ahead stops before the
 * report of its start and lets nothing out until it is assigned; without that it is thrown away and nothing of it is reported.
 */
export class AttemptRun {
  readonly state = new AttemptControl();
  private readonly parts: AttemptRunParts;
  private readonly reports: AttemptReports;
  private readonly plans: AttemptPlans;
  private readonly idTokens: AttemptIdTokens;
  private masker = new SecretMasker([]);
  private readonly assignment: Assignment;
  private readonly upload: LogUpload;
  /** The job as it was opened; `null` before that. */
  private opened: Job | null = null;
  /** Milliseconds it may take at most to end once its tool is asked to stop; 0 before its job is opened. */
  stopMs = 0;

  /** @param isAhead it is not assigned yet */
  constructor(
    readonly job: SealedJob,
    given: AttemptRunParts,
    isAhead = false,
  ) {
    const { attempt, lease } = job;
    const log = tracedLog(given.log, () => traceIdOf(this.opened?.traceparent));
    const parts = { ...given, log };
    this.parts = parts;
    this.assignment = new Assignment(isAhead, () => parts.settlements.begin({ attempt, lease }));
    this.reports = new AttemptReports(job, this.state, parts);
    this.plans = new AttemptPlans(job, this.state, parts);
    this.idTokens = new AttemptIdTokens(job, this.state, this.assignment, parts);
    this.upload = new LogUpload(job, this.state, this.assignment, parts);
    this.state.doubted.addEventListener('abort', () => void this.decideDoubt(), { once: true });
  }

  /** Resolves when nothing of the attempt is left on this machine. */
  async run(): Promise<void> {
    const { attempt, lease } = this.job;
    const { settlements } = this.parts;
    const end = await this.reportedEnd();
    if (this.assignment.isRefused) {
      return;
    }
    if (end === null) {
      await settlements.forget(attempt);
      return;
    }
    // A killed tool has no end of its own; it may have succeeded before the loss was known.
    const known = this.state.lost.aborted && end.outcome !== 'success' ? null : end;
    await settlements.settle({ attempt, lease, outcome: known?.outcome ?? null, exit_code: known?.exitCode ?? null });
  }

  /**
   * The attempt that was prepared ahead is the runner's now, and may start.
   * @returns false when it was prepared for a job that has changed, or cannot go on; nothing has happened then
   */
  assign(job: SealedJob): boolean {
    const { attempt, lease, number } = this.job;
    const isSame =
      job.attempt === attempt &&
      job.lease === lease &&
      job.number === number &&
      opensAs(job, this.parts.gateway.jobKey, this.opened);
    return isSame && !this.state.stop.aborted && this.assignment.make();
  }

  /** Its lines name the trace of the task. */
  get log(): RunnerLog {
    return this.parts.log;
  }

  /** Resolves when it is prepared up to the report of its start. */
  get whenReady(): Promise<void> {
    return this.assignment.awaited;
  }

  /** Ends what was prepared ahead. */
  discard(): void {
    this.state.lose();
  }

  /** How the attempt ended when that could not be reported; `null` = it was reported, or thrown away. */
  private async reportedEnd(): Promise<ExecutionResult | null> {
    const { attempt } = this.job;
    try {
      await this.assignment.whenBegun();
      return await this.runJob();
    } catch (error) {
      const reason = messageOf(error);
      if (this.assignment.refuse()) {
        this.parts.log.warn('attempt not prepared', { attempt, error: this.masker.maskText(reason) });
        return null;
      }
      this.parts.log.error('attempt failed inside the runner', { attempt, error: this.masker.maskText(reason) });
      const failure = this.failure(error);
      return (await this.reports.finish(failure, this.masker, null)) ? null : failure;
    }
  }

  /** @returns the end when it could not be reported */
  private async runJob(): Promise<ExecutionResult | null> {
    const job = openJob(this.job, this.parts.gateway.jobKey);
    this.opened = job;
    this.stopMs = longestStopMs(job);
    const secrets = [...namedSecrets(job), ...idTokenPlaces(job)];
    this.masker = new SecretMasker(secrets.map(({ value }) => value));
    this.idTokens.maskIn({ masker: this.masker, secrets });
    const dir = await this.parts.work.createAttempt(this.job.attempt);
    const log = this.upload.open(this.masker, secrets);
    const cache = await this.parts.work.cache.use(job.project_id, () => this.forgetCleared());
    try {
      const result = await this.execute(this.context(job, { dir, cacheDir: cache.dir }, log));
      await this.cleanUp(dir, log, result);
      if (this.assignment.refuse()) {
        return null;
      }
      await this.assignment.made;
      await Promise.all([this.parts.shipper.flushed(this.job.attempt), this.reports.factsSent()]);
      const end = this.state.verdict(result);
      return (await this.reports.finish(end, this.masker, this.upload.isGivenUp ? null : log.spool)) ? null : end;
    } finally {
      this.upload.close();
      log.remove();
      await cache.release();
    }
  }

  /** The cache was cleared: what is prepared ahead may be made of what was in it. */
  private forgetCleared(): void {
    if (!this.assignment.isMade) {
      this.discard();
    }
  }

  private async execute(context: AttemptContext): Promise<ExecutionResult> {
    const { job, log } = context;
    log.section('queue');
    log.system(`Task ${job.task_id}, attempt ${this.job.number}`);
    let limit: NodeJS.Timeout | undefined;
    this.assignment.onceMade(() => {
      limit = startTimeLimit(job.time_limit_seconds, (reason) => this.state.expire(reason));
    });
    const result = await this.parts
      .execute(context)
      .catch((error: unknown) => this.state.verdictOnFailure(error))
      .finally(() => clearTimeout(limit));
    const verdict = this.state.verdict(result);
    if (verdict !== result && verdict.reason) {
      log.system(sentenceOf(verdict.reason));
    }
    return verdict;
  }

  private context(job: Job, dirs: Pick<AttemptContext, 'dir' | 'cacheDir'>, log: AttemptLog): AttemptContext {
    return {
      job: withStateAddress(job, this.parts.gateway.controlPlane),
      ...dirs,
      localRules: this.parts.localRules(),
      environment: { ...this.parts.environment, ...(job.traceparent && { TRACEPARENT: job.traceparent }) },
      log,
      stop: this.state.stop,
      kill: this.state.kill,
      reportFacts: (facts) => this.assignment.onceMade(() => this.reports.noteFacts(maskedFacts(facts, this.masker))),
      onceAssigned: (act) => this.assignment.onceMade(act),
      reportResults: (results) => this.reports.results(results, this.masker),
      reportOutputs: (outputs) => this.reports.outputs(outputs),
      reportStart: () => this.assignment.whenMade(this.state.stop).then(() => this.reports.start()),
      reportPlanView: (view) => this.reports.planView(view),
      storePlan: (plan) => this.plans.store(plan),
      keepState: (state, owner) => this.keepState(state, owner),
      requestIdTokens: (facts, signal) => this.idTokens.request(facts, signal),
      fetchPlan: () => this.plans.fetch(job.planning?.confirmed_plan ?? null),
    };
  }

  /** The files go before the log is waited for: with the control plane away that may take long. */
  private async cleanUp(dir: string, log: AttemptLog, result: ExecutionResult): Promise<void> {
    log.section('cleanup');
    try {
      await removeTree(dir);
    } catch (error) {
      const text = messageOf(error);
      log.system(`The files of the task could not be removed: ${text}`);
      this.parts.log.error('attempt directory could not be removed', { attempt: this.job.attempt, error: text });
    }
    log.system(`Task ended: ${result.outcome}`);
    log.end();
  }

  private failure(error: unknown): ExecutionResult {
    return this.state.verdict(this.state.verdictOnFailure(error));
  }

  /** @throws AttemptFailure when it cannot be kept */
  private async keepState(state: Buffer, owner: JobState | null): Promise<string | null> {
    const { keptStates, log } = this.parts;
    const { attempt, lease } = this.job;
    const path = owner
      ? await keptStates.keep({ attempt, lease, login: owner.login, password: owner.password }, state)
      : await keptStates.keepHere(attempt, state);
    log.warn('state not saved, a copy is kept', { attempt, ...(path !== null && { path }) });
    return path;
  }

  /** The lease is lost. A tool that applies under the lock of its state ends its work; anything else is killed. */
  private async decideDoubt(): Promise<void> {
    const { attempt } = this.job;
    if (!this.assignment.isMade) {
      this.state.lose();
      return;
    }
    const { goes_on: goesOn, order } = await this.reports.mayGoOn();
    if (!goesOn) {
      this.parts.log.warn('lease lost, attempt dropped', { attempt });
      this.state.lose();
      return;
    }
    this.parts.log.warn('lease lost, the tool ends its work', { attempt });
    if (order === 'stop') {
      this.state.orderStop();
    }
  }
}

/**
 * Calls `expire` with the reason once the attempt has run `seconds`.
 * @returns the timer to clear, undefined without a limit
 */
function startTimeLimit(seconds: number | null, expire: (reason: Problem) => void): NodeJS.Timeout | undefined {
  if (seconds === null) {
    return undefined;
  }
  return setTimeout(() => expire(problem('task_time_limit', { limit: duration(seconds) })), seconds * 1000);
}

/** The limit in words: whole minutes where it is some. */
function duration(seconds: number): Problem {
  if (seconds % 60 === 0) {
    return seconds === 60 ? problem('one_minute') : problem('minutes', { count: seconds / 60 });
  }
  return seconds === 1 ? problem('one_second') : problem('seconds', { count: seconds });
}
