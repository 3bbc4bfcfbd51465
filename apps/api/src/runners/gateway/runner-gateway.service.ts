import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CoalescedWork, KeyedLimiter } from '@switchyard/concurrency';
import {
  type AttemptLease,
  type Directions,
  type FinishRequest,
  type HeartbeatRequest,
  type InfoAnswer,
  type LeaveRequest,
  type LogAnswer,
  type LostAnswer,
  OLDEST_PROTOCOL_VERSION,
  type OpenLinesRequest,
  POLL_HOLD_SECONDS,
  type PollAnswer,
  type PollRequest,
  problem,
  type ProgressRequest,
  type ProjectClearing,
  PROTOCOL_VERSION,
  type ResultsRequest,
  type SettleRequest,
  type StartAnswer,
  withTexts,
} from '@switchyard/contracts';
import { isOwnFault, reasonOf } from '@switchyard/database';
import {
  endReason,
  type Engine,
  finishAttempt,
  LeaseRenewals,
  leaveRunner,
  mayGoOn,
  pollRunner,
  readAssignments,
  recordProgress,
  type RunnerAssignments,
  saveResults,
  settleAttempt,
  startAttempt,
} from '@switchyard/engine';
import { AppRegistry } from '../apps/app-registry.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { VERSION } from '../../platform/version.js';
import { AttemptMaskers } from './reports/attempt-maskers.js';
import { JobHandout } from './handout/job-handout.js';
import { LogIntake } from './reports/log-intake.js';
import { OpenLineIntake } from './reports/open-line-intake.js';
import { Listings } from './listings.js';
import type { RunnerIdentity } from './identity/runner-identity.js';
import { RunnerWakeUps } from './handout/runner-wake-ups.js';
import { ServerKeys } from './identity/server-keys.js';

/** Log requests of one runner that are worked on at once, and that may wait; ours send one after the other. */
const LOG_REQUESTS = { atATime: 4, maxWaiting: 256 } as const;
/** The same of requests with open lines; what is refused is lost and comes with the line itself. */
const OPEN_LINE_REQUESTS = { atATime: 1, maxWaiting: 4 } as const;
const OPEN_LINE_REST_MS = 100;

/** How long polls that expect nothing wait for each other, in milliseconds: as heartbeats do. */
const QUIET_POLL_MS = 250;

/** Clearings that are requested of a runner: of everything, when it was last requested, and of some projects. */
interface Clearings {
  cleaning: string | null;
  clearing: ProjectClearing | null;
}

/** Answers runners. Each call is fenced by the engine; nothing here trusts a runner's description of itself. */
@Injectable()
export class RunnerGateway {
  private readonly renewals: LeaseRenewals;
  private readonly logRequests = new KeyedLimiter();
  private readonly openLineRequests = new KeyedLimiter(() => OPEN_LINE_REST_MS);
  private readonly quietPolls = new CoalescedWork(() => undefined, { gatherMs: QUIET_POLL_MS });

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly keys: ServerKeys,
    private readonly handout: JobHandout,
    private readonly listings: Listings,
    private readonly logs: LogIntake,
    private readonly openLineIntake: OpenLineIntake,
    private readonly wakeUps: RunnerWakeUps,
    private readonly apps: AppRegistry,
    private readonly maskers: AttemptMaskers,
  ) {
    this.renewals = new LeaseRenewals(engine);
  }

  async info(): Promise<InfoAnswer> {
    const { publicKey } = await this.keys.keyPair();
    return {
      protocol: PROTOCOL_VERSION,
      oldest_protocol: OLDEST_PROTOCOL_VERSION,
      version: VERSION,
      public_key: Buffer.from(publicKey).toString('base64'),
      time: new Date().toISOString(),
    };
  }

  /**
   * Answers as soon as there is work, else after the hold. A wake-up while the database is read is not missed. The
   * statement comes first: a process that is refused as a duplicate gets no job. It is good for the whole hold, which is
   * shorter than the time in which another process could take the identity over. Where the runner had no wake-up
   * since its last look, the next one is made together with those of others, unless a wake-up comes before.
   */
  async poll(runner: RunnerIdentity, request: PollRequest, connection: IncomingMessage): Promise<PollAnswer> {
    const hangUp = new AbortController();
    connection.once('close', () => hangUp.abort());
    const { waiters } = this.wakeUps;
    const waiter = waiters.add(runner.id, holdMs(), hangUp.signal);
    const look = <T>(read: () => Promise<T>): Promise<T> => waiters.look(runner.id, request.instance, read);
    try {
      if (waiters.isQuiet(runner.id, request.instance)) {
        await Promise.race([waiter.woken, this.quietPolls.run()]);
      }
      const { cleaningRequested, clearing, listingsWait, ...assignments } = await look(() =>
        pollRunner(this.engine, runner.id, request),
      );
      const requested = { cleaning: cleaningRequested?.toISOString() ?? null, clearing };
      const most = runner.active ? request.listings : 0;
      const listings = listingsWait ? await this.listings.take(runner, most) : [];
      const answer = { ...(await this.answer(runner, request, assignments, requested)), listings };
      if (!isEmpty(answer) || !(await waiter.woken)) {
        return answer;
      }
      const later = await look(() => readAssignments(this.engine, runner.id, request.held));
      const work = await this.answer(runner, request, later, requested);
      return isEmpty(work) ? { ...work, listings: await this.listings.take(runner, most) } : work;
    } finally {
      waiter.leave();
    }
  }

  leave(runner: RunnerIdentity, request: LeaveRequest): Promise<void> {
    return leaveRunner(this.engine, runner.id, request);
  }

  heartbeat(runner: RunnerIdentity, { held }: HeartbeatRequest): Promise<Directions> {
    return this.renewals.renew(runner.id, held);
  }

  async start(runner: RunnerIdentity, request: AttemptLease): Promise<StartAnswer> {
    return { order: await startAttempt(this.engine, runner.id, request) };
  }

  async progress(runner: RunnerIdentity, request: ProgressRequest): Promise<void> {
    const { commit_message: message, command } = request;
    const masker = await this.maskers.of(request.attempt);
    await recordProgress(this.engine, runner.id, {
      ...request,
      ...(message !== undefined && { commit_message: masker.maskText(message) }),
      ...(command && { command: command.map((word) => masker.maskText(word)) }),
    });
  }

  async results(runner: RunnerIdentity, request: ResultsRequest): Promise<void> {
    const masker = await this.maskers.of(request.attempt);
    const errors = request.errors.map((row) => ({
      ...row,
      host: masker.maskText(row.host),
      task: masker.maskText(row.task),
      error: masker.maskText(row.error),
    }));
    await saveResults(this.engine, runner.id, { ...request, errors });
  }

  /** @throws UserError 429 when the runner sends far more requests at once than one that waits for its answers */
  log(runner: RunnerIdentity, frame: unknown): Promise<LogAnswer> {
    return this.logRequests.run(String(runner.id), () => this.logs.append(runner.id, frame), LOG_REQUESTS);
  }

  /** @throws UserError 429 like {@link log} */
  openLines(runner: RunnerIdentity, request: OpenLinesRequest): Promise<void> {
    const take = (): Promise<void> => this.openLineIntake.take(runner.id, request);
    return this.openLineRequests.run(String(runner.id), take, OPEN_LINE_REQUESTS);
  }

  async finish(runner: RunnerIdentity, request: FinishRequest): Promise<void> {
    const masked = request.reason === null ? { problem: null } : await this.maskedReason(request);
    await finishAttempt(this.engine, runner.id, { ...request, ...masked });
    this.maskers.forget(request.attempt);
  }

  lost(runner: RunnerIdentity, request: AttemptLease): Promise<LostAnswer> {
    return mayGoOn(this.engine, runner.id, request);
  }

  settle(runner: RunnerIdentity, request: SettleRequest): Promise<void> {
    return settleAttempt(this.engine, runner.id, request);
  }

  /** An attempt whose secrets cannot be read any more ends all the same. */
  private async maskedReason({
    attempt,
    reason,
    problem: code,
  }: FinishRequest): Promise<Pick<FinishRequest, 'reason' | 'problem'>> {
    try {
      const masker = await this.maskers.of(attempt);
      const mask = (text: string): string => masker.maskText(text);
      return { reason: reason && mask(reason), problem: code && withTexts(code, mask) };
    } catch (error) {
      if (isOwnFault(error)) {
        return endReason(problem('reason_hidden', { reason: reasonOf(error) }));
      }
      throw error;
    }
  }

  /** @param requested clearings of its caches; a later request comes with the next poll */
  private async answer(
    runner: RunnerIdentity,
    request: PollRequest,
    { jobs: untaken, orders, stale }: RunnerAssignments,
    { cleaning, clearing }: Clearings,
  ): Promise<PollAnswer> {
    const [jobs, probes] = await Promise.all([this.handout.jobsOf(untaken, runner), this.apps.probes()]);
    return {
      jobs,
      orders,
      stale,
      probes: probes.revision === request.probes_revision ? null : probes,
      clear_cache: cleaning === request.cleaned ? null : cleaning,
      clear_projects: clearing,
      listings: [],
    };
  }
}

const isEmpty = ({ jobs, orders, stale, listings, probes, clear_cache, clear_projects }: PollAnswer): boolean =>
  jobs.length + orders.length + stale.length + listings.length === 0 &&
  (probes ?? clear_cache ?? clear_projects) === null;

/** Jittered, so that polls that started together do not come back together. */
const holdMs = (): number =>
  1000 * (POLL_HOLD_SECONDS.min + Math.random() * (POLL_HOLD_SECONDS.max - POLL_HOLD_SECONDS.min));
