import { Inject, Injectable } from '@nestjs/common';
import { KeyedLimiter } from '@switchyard/concurrency';
import {
  type AttemptLease,
  type Directions,
  type FinishRequest,
  type HeartbeatRequest,
  type LogAnswer,
  type LostAnswer,
  type OpenLinesRequest,
  problem,
  type ProgressRequest,
  type ResultsRequest,
  type SettleRequest,
  type StartAnswer,
  withTexts,
} from '@switchyard/contracts';
import { isOwnFault, reasonOf } from '@switchyard/database';
import {
  type AssignedAttempt,
  endReason,
  type Engine,
  finishAttempt,
  LeaseRenewals,
  mayGoOn,
  recordProgress,
  saveResults,
  settleAttempt,
  startAttempt,
} from '@switchyard/engine';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { AttemptMaskers } from './attempt-maskers.js';
import { LogIntake } from './log-intake.js';
import { OpenLineIntake } from './open-line-intake.js';

/** Log requests of one runner that are worked on at once, and that may wait; ours send one after the other. */
const LOG_REQUESTS = { atATime: 4, maxWaiting: 256 } as const;
/** The same of requests with open lines; what is refused is lost and comes with the line itself. */
const OPEN_LINE_REQUESTS = { atATime: 1, maxWaiting: 4 } as const;
const OPEN_LINE_REST_MS = 100;

/** Takes what runners report of attempts. Each call is fenced by the engine. */
@Injectable()
export class AttemptReports {
  private readonly renewals: LeaseRenewals;
  private readonly logRequests = new KeyedLimiter();
  private readonly openLineRequests = new KeyedLimiter(() => OPEN_LINE_REST_MS);

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly logs: LogIntake,
    private readonly openLineIntake: OpenLineIntake,
    private readonly maskers: AttemptMaskers,
  ) {
    this.renewals = new LeaseRenewals(engine);
  }

  heartbeat(runner: RunnerIdentity, { held }: HeartbeatRequest): Promise<Directions> {
    return this.renewals.renew(runner.id, held);
  }

  async start(runner: RunnerIdentity, request: AttemptLease): Promise<StartAnswer> {
    return { order: await startAttempt(this.engine, runner.id, request) };
  }

  async progress(runner: RunnerIdentity, request: ProgressRequest): Promise<void> {
    const { commit_message: message, commit_branch: branch, command } = request;
    const masker = await this.maskers.of(request.attempt);
    await recordProgress(this.engine, runner.id, {
      ...request,
      ...(message !== undefined && { commit_message: masker.maskText(message) }),
      ...(branch !== undefined && { commit_branch: masker.maskText(branch) }),
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

  /** @returns the attempts that the runner goes on with */
  async finish(runner: RunnerIdentity, request: FinishRequest): Promise<AssignedAttempt[]> {
    const masked = request.reason === null ? { problem: null } : await this.maskedReason(request);
    const next = await finishAttempt(this.engine, runner.id, { ...request, ...masked });
    this.maskers.forget(request.attempt);
    return next;
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
}
