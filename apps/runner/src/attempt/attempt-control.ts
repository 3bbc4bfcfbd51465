import { type Order, type Problem, problem } from '@switchyard/contracts';
import { problemOf } from '../attempt-failure.js';
import type { ExecutionResult } from './attempt-context.js';

/**
 * Events from outside that change a running attempt.
 *
 * ```
 *   running ──orderStop()──► stopping ───┐
 *      ├─interrupt(), expire()► interrupted ┼► reported
 *      ├─────────────────────────────────┘
 *      ├── doubt() at any moment ──► doubted  nothing is reported; the tool goes on until it is known whether it may
 *      └── lose() at any moment ──► lost      nothing is reported, the tool is killed
 * ```
 *
 * The first of `orderStop`, `interrupt` and `expire` decides what is reported; `lose` always wins. `interrupt` and `lose` also
 * kill what was only asked to stop.
 */
export class AttemptControl {
  private readonly stopping = new AbortController();
  private readonly killing = new AbortController();
  private readonly doubting = new AbortController();
  private readonly losing = new AbortController();
  private interruption: { reason: Problem; spoils: boolean } | null = null;
  private acted: Order = 'none';
  private reporting = false;

  /** For the executor: aborted with `'stop'` or `'kill'`. */
  get stop(): AbortSignal {
    return this.stopping.signal;
  }

  /** Aborted when nothing of the attempt may live any longer, also while its tool is still ending. */
  get kill(): AbortSignal {
    return this.killing.signal;
  }

  /** Aborted when the lease of the attempt is lost. */
  get doubted(): AbortSignal {
    return this.doubting.signal;
  }

  /** Aborted when the lease is lost and the tool may not go on. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  /** Last order that was carried out. */
  get order(): Order {
    return this.acted;
  }

  /** True from the moment the final report may be on its way. */
  get isReporting(): boolean {
    return this.reporting;
  }

  /**
   * The end is about to be reported. From now on only the answer to that report decides whether the attempt was lost:
   * any other answer may have crossed a report that already took effect.
   */
  beginReport(): void {
    this.reporting = true;
  }

  /** The control plane wants the attempt to stop. */
  orderStop(): void {
    this.acted = 'stop';
    this.stopping.abort('stop');
  }

  /**
   * The runner itself cannot go on with the attempt; `reason` is reported as its error.
   * @param spoils true when even a success of the tool is worth nothing now
   */
  interrupt(reason: Problem, spoils = false): void {
    if (!this.stop.aborted) {
      this.interruption = { reason, spoils };
    }
    this.end();
  }

  /** The attempt has run as long as it, or its runner, may: its tool is asked to stop, and `reason` is reported as its error. */
  expire(reason: Problem): void {
    if (!this.stop.aborted) {
      this.interruption = { reason, spoils: false };
      this.stopping.abort('stop');
    }
  }

  /** The lease is lost: nothing more is reported. */
  doubt(): void {
    this.doubting.abort();
  }

  lose(): void {
    this.doubting.abort();
    this.losing.abort();
    this.end();
  }

  /** Returns the result to report when the executor has ended with `result`. */
  verdict(result: ExecutionResult): ExecutionResult {
    if (this.interruption && (this.interruption.spoils || result.outcome !== 'success')) {
      return { ...result, outcome: 'error', reason: this.interruption.reason };
    }
    return result;
  }

  /** At once, whatever was ordered before. */
  private end(): void {
    this.stopping.abort('kill');
    this.killing.abort();
  }

  /** Returns the result to report when the executor has thrown. */
  verdictOnFailure(error: unknown): ExecutionResult {
    const failed = { exitCode: null, signal: null };
    return this.acted === 'stop'
      ? { ...failed, outcome: 'stopped', reason: problem('task_stopped') }
      : { ...failed, outcome: 'error', reason: problemOf(error) };
  }
}
