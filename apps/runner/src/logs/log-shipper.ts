import { encodeLogFrame, type LogAnswer, type LogChunk } from '@switchyard/contracts';
import type { ConnectionStatus } from '../gateway/connection-status.js';
import { LeaseLostError } from '../gateway/gateway-errors.js';
import { backoffMs, isRetryable } from '../gateway/retryable.js';
import { ENOUGH_BYTES, type LogSource, nextChunks, packAhead } from './log-frame-builder.js';
import { CALM_MS, LEAD_MS, pauseAfter } from './log-pace.js';

/** Sends one log request; throws as the gateway client does. */
export type SendLog = (frame: Uint8Array) => Promise<LogAnswer>;

/** An attempt whose log is shipped, and what it wants to know. */
export interface ShippedLog extends LogSource {
  /** The lease is gone: the log is not wanted any more. */
  onStale: () => void;
  /** The log cannot be read back, or the control plane will never take it; it is not shipped any more. */
  onRefused: (error: unknown) => void;
}

interface Entry {
  log: ShippedLog;
  /** Resolves waits for an empty spool. */
  flushed: (() => void)[];
}

/**
 * Sends the logs of all attempts of this runner, one request in flight. A request leaves {@link LEAD_MS} after the first
 * line of a quiet stream, otherwise {@link pauseAfter} the one before, or at once when {@link ENOUGH_BYTES} wait or an
 * attempt is only waiting for its log. Lines that can wait leave with those that cannot, or after {@link CALM_MS}. Lines that
 * are not acknowledged are sent again, in the same order, for ever.
 */
export class LogShipper {
  private readonly entries = new Map<number, Entry>();
  private timer: NodeJS.Timeout | null = null;
  /** When the timer fires. */
  private dueAt = 0;
  /** Lines wait that cannot wait. */
  private isUrgent = false;
  private inFlight = false;
  private readonly closing = new AbortController();
  /** When the last request was answered, how long that took, and how many logs it carried. */
  private last = { endedAt: 0, costMs: 0, logs: 0 };
  private failures = 0;
  /** Requests still to be sent with one chunk each, to find the one that is refused. */
  private alone = 0;

  constructor(
    private readonly send: SendLog,
    private readonly connection: ConnectionStatus,
    private readonly onFailure: (error: unknown, tries: number) => void,
  ) {}

  add(log: ShippedLog): void {
    this.entries.set(log.attempt, { log, flushed: [] });
  }

  remove(attempt: number): void {
    const entry = this.entries.get(attempt);
    this.entries.delete(attempt);
    entry?.flushed.forEach((resolve) => resolve());
  }

  /** New lines are there. @param canWait whether they may travel with later ones */
  notify(canWait = false): void {
    this.isUrgent ||= !canWait;
    if (!this.inFlight && !this.closing.signal.aborted) {
      this.schedule();
    }
  }

  /** Resolves when every line of the attempt has arrived, or the attempt was removed. */
  flushed(attempt: number): Promise<void> {
    const entry = this.entries.get(attempt);
    if (!entry || isEmpty(entry)) {
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      entry.flushed.push(resolve);
      this.notify(true);
    });
  }

  close(): void {
    this.closing.abort();
    this.stopTimer();
  }

  private schedule(): void {
    const waiting = [...this.entries.values()].filter((entry) => !isEmpty(entry));
    if (waiting.length === 0) {
      return;
    }
    const bytes = waiting.reduce((sum, entry) => sum + entry.log.spool.waitingBytes, 0);
    if (bytes >= ENOUGH_BYTES || waiting.some((entry) => entry.flushed.length > 0)) {
      this.stopTimer();
      void this.ship();
    } else {
      const logs = Math.max(this.last.logs, waiting.length);
      const rested = this.last.endedAt + pauseAfter({ costMs: this.last.costMs, logs });
      this.shipAt(Math.max(performance.now() + (this.isUrgent || this.alone > 0 ? LEAD_MS : CALM_MS), rested));
    }
  }

  /** Ships then, unless that is to happen earlier anyway. */
  private shipAt(time: number): void {
    if (this.timer && this.dueAt <= time) {
      return;
    }
    this.stopTimer();
    this.dueAt = time;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.ship();
    }, time - performance.now());
  }

  private async ship(): Promise<void> {
    if (this.inFlight || this.closing.signal.aborted) {
      return;
    }
    this.inFlight = true;
    this.isUrgent = false;
    try {
      await this.exchange(this.takeChunks());
      this.failures = 0;
    } catch (error) {
      this.failures++;
      this.isUrgent = true;
      this.onFailure(error, this.failures);
      await this.connection.pause(backoffMs(this.failures), this.closing.signal);
    }
    this.inFlight = false;
    this.notify(true);
  }

  /** @throws when the same request must be tried again later */
  private async exchange(chunks: LogChunk[]): Promise<void> {
    if (chunks.length === 0) {
      return;
    }
    const leftAt = performance.now();
    setImmediate(() => packAhead(this.logs(), chunks));
    const answer = await this.send(encodeLogFrame(chunks)).catch((error: unknown) => this.refused(chunks, error));
    const endedAt = performance.now();
    this.last = { endedAt, costMs: endedAt - leftAt, logs: new Set(chunks.map(({ head }) => head.attempt)).size };
    if (answer && !this.accept(answer)) {
      throw new Error('the control plane acknowledged no line');
    }
  }

  private takeChunks(): LogChunk[] {
    const limit = this.alone > 0 ? 1 : undefined;
    this.alone = Math.max(0, this.alone - 1);
    return nextChunks(this.logs(), (log, error) => this.giveUp(log, error), limit);
  }

  private logs(): ShippedLog[] {
    return [...this.entries.values()].map(({ log }) => log);
  }

  /** True when the answer moved something on. */
  private accept(answer: LogAnswer): boolean {
    for (const attempt of answer.stale) {
      this.entries.get(attempt)?.log.onStale();
    }
    const moved = answer.ack.map(([attempt, next]) => this.acknowledge(attempt, next));
    return answer.stale.length > 0 || moved.includes(true);
  }

  private acknowledge(attempt: number, next: number): boolean {
    const entry = this.entries.get(attempt);
    if (!entry) {
      return true;
    }
    const { spool } = entry.log;
    const before = spool.cursor;
    try {
      spool.moveTo(next);
    } catch (error) {
      this.giveUp(entry.log, error);
      return true;
    }
    this.rotate(attempt, entry);
    if (isEmpty(entry)) {
      entry.flushed.splice(0).forEach((resolve) => resolve());
    }
    return spool.cursor !== before;
  }

  /** Moves a served attempt to the back, so that a full request leaves none out for long. */
  private rotate(attempt: number, entry: Entry): void {
    this.entries.delete(attempt);
    this.entries.set(attempt, entry);
  }

  /**
   * A request with a permanent error: one chunk alone condemns its attempt; of several, each is tried alone next.
   * @throws the error itself when a retry can cure it
   */
  private refused(chunks: readonly LogChunk[], error: unknown): null {
    const [only] = chunks;
    if (isRetryable(error) || !only) {
      throw error;
    }
    if (chunks.length > 1) {
      this.alone = chunks.length;
      return null;
    }
    const log = this.entries.get(only.head.attempt)?.log;
    if (log && error instanceof LeaseLostError) {
      log.onStale();
    } else if (log) {
      this.giveUp(log, error);
    }
    return null;
  }

  private giveUp(log: ShippedLog, error: unknown): void {
    this.remove(log.attempt);
    log.onRefused(error);
  }

  private stopTimer(): void {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
    }
  }
}

function isEmpty({ log }: Entry): boolean {
  return log.spool.cursor >= log.spool.lines;
}
