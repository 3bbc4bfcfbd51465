import { messageOf } from '@switchyard/concurrency';
import {
  type AttemptLease,
  ErrorCode,
  type FinishAnswer,
  type LostAnswer,
  type PublishedOutput,
  type SealedJob,
} from '@switchyard/contracts';
import type { SecretMasker } from '@switchyard/masking';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { GatewayError, LeaseLostError } from '../gateway/gateway-errors.js';
import { backoffMs } from '../gateway/retryable.js';
import { retrying } from '../gateway/retrying.js';
import type { LogShipper } from '../logs/log-shipper.js';
import type { Spool } from '../logs/spool.js';
import { type RunnerLog, retryReporter } from '../runner-log.js';
import type { AttemptFacts, AttemptResults, ExecutionResult } from './attempt-context.js';
import { sealedFrame } from './sealed-frames.js';
import { maskedReason, maskedResults, resultParts } from './report-parts.js';
import type { AttemptControl } from './attempt-control.js';

/** How long a fact waits for others, in milliseconds. */
const FACTS_MS = 100;

/** Prepared attempts that take the slots of those that end. */
export interface Successors {
  /** There are some, and the runner takes tasks. */
  areThere(): boolean;
  take(jobs: readonly SealedJob[]): void;
}

interface ReportParts {
  gateway: GatewayClient;
  shipper: LogShipper;
  log: RunnerLog;
  successors: Successors;
}

const REFUSED: LostAnswer = { goes_on: false, order: 'none' };

function refusedIfUnknown(error: unknown): LostAnswer {
  if (error instanceof GatewayError && error.status === 404) {
    return REFUSED;
  }
  throw error;
}

/** Reports of one attempt to the control plane, retried until they arrive or the lease is lost. */
export class AttemptReports {
  private readonly lease: AttemptLease;
  /** Facts that are not sent yet. */
  private facts: AttemptFacts | null = null;
  private factsTimer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();

  constructor(
    job: SealedJob,
    private readonly state: AttemptControl,
    private readonly parts: ReportParts,
  ) {
    this.lease = { attempt: job.attempt, lease: job.lease };
  }

  /** @throws Error when the attempt is to stop, is lost, or may not start */
  async start(): Promise<void> {
    if (this.state.stop.aborted) {
      throw new Error('The attempt is to stop before it has started');
    }
    await this.repeat('start', this.state.stop, () => this.parts.gateway.start(this.lease));
  }

  /** Sends facts soon, together with those that follow. @param facts masked */
  noteFacts(facts: AttemptFacts): void {
    this.facts = { ...this.facts, ...facts };
    this.factsTimer ??= setTimeout(() => void this.factsSent(), FACTS_MS);
  }

  /** Resolves when the facts so far have arrived, or are not wanted, which is no reason to fail. */
  factsSent(): Promise<void> {
    const { facts } = this;
    clearTimeout(this.factsTimer);
    this.factsTimer = undefined;
    this.facts = null;
    if (facts) {
      const send = (): Promise<void> => this.parts.gateway.progress({ ...this.lease, ...facts });
      this.sending = this.sending.then(() => this.attempt('facts', send));
    }
    return this.sending;
  }

  /** Sends the results in as many calls as they need. */
  async results(results: AttemptResults, masker: SecretMasker): Promise<void> {
    for (const part of resultParts(maskedResults(results, masker))) {
      await this.attempt('results', () => this.parts.gateway.results({ ...this.lease, ...part }));
    }
  }

  /** A control plane that is older than the call does without them. */
  async outputs(outputs: readonly PublishedOutput[]): Promise<void> {
    const { gateway } = this.parts;
    const frame = sealedFrame(gateway.jobKey, this.lease, Buffer.from(JSON.stringify(outputs)));
    await this.attempt('outputs', () => gateway.outputs(frame));
  }

  /** The plan can be decided about without a view. */
  async planView(view: string): Promise<void> {
    await this.attempt('plan view', () => this.parts.gateway.planView({ ...this.lease, view }));
  }

  /**
   * Reports the end, and begins what takes the slot. Resolves also when the attempt is lost or the report is refused, with false.
   * @param spool the log, `null` when nothing of it was sent
   */
  async finish(result: ExecutionResult, masker: SecretMasker, spool: Spool | null): Promise<boolean> {
    const request = {
      ...this.lease,
      outcome: result.outcome,
      exit_code: result.exitCode,
      signal: result.signal,
      ...maskedReason(result.reason, masker),
      lines: spool?.lines ?? 0,
      bytes: spool?.bytes ?? 0,
    };
    await this.factsSent();
    this.state.beginReport();
    const { gateway, successors } = this.parts;
    for (let tries = 1; !this.state.doubted.aborted; tries++) {
      try {
        const report = (): Promise<FinishAnswer> => gateway.finish({ ...request, next: successors.areThere() });
        const { jobs } = await this.repeat('finish', this.state.doubted, report);
        successors.take(jobs);
        return true;
      } catch (error) {
        if (!spool || !(error instanceof GatewayError) || error.code !== ErrorCode.logIncomplete) {
          this.warn('end not reported', error);
          return false;
        }
        await this.shipAgain(spool, tries);
      }
    }
    return false;
  }

  /** Whether the tool may go on although the lease is lost. The answer is no from a control plane that is older than the question. */
  async mayGoOn(): Promise<LostAnswer> {
    const { gateway, log } = this.parts;
    const retry = {
      connection: gateway.connection,
      signal: this.state.lost,
      onFailure: retryReporter(log, 'lost lease'),
    };
    return retrying(() => gateway.lost(this.lease).catch(refusedIfUnknown), retry).catch(() => REFUSED);
  }

  /** The control plane has fewer lines than it acknowledged: sending starts over to learn which one it expects. */
  private async shipAgain(spool: Spool, tries: number): Promise<void> {
    if (tries > 1) {
      await this.parts.gateway.connection.pause(backoffMs(tries), this.state.doubted);
    }
    spool.moveTo(0);
    await this.parts.shipper.flushed(this.lease.attempt);
  }

  private async attempt(what: string, call: () => Promise<void>): Promise<void> {
    try {
      await this.repeat(what, this.state.doubted, call);
    } catch (error) {
      this.warn(`${what} not reported`, error);
    }
  }

  private async repeat<T>(what: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const { connection } = this.parts.gateway;
    const onFailure = retryReporter(this.parts.log, `${what} of attempt ${this.lease.attempt}`);
    try {
      return await retrying(call, { connection, signal, onFailure });
    } catch (error) {
      if (error instanceof LeaseLostError) {
        this.state.doubt();
      }
      throw error;
    }
  }

  private warn(message: string, error: unknown): void {
    const { attempt } = this.lease;
    this.parts.log.warn(message, { attempt, error: messageOf(error) });
  }
}
