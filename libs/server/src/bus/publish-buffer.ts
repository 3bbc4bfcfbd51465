import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging/logger.js';

/** One message on its way. */
export interface BusMessage {
  channel: string;
  payload: string;
}

/** Messages kept through an outage of the store; the oldest go first when there are more. */
const MAX_PENDING = 10_000;
/** Messages handed over in one round trip. */
const MAX_BATCH = 500;
/** Pause after a batch, so that a busy process hands over many messages at once: longer after more, within limits. */
const MS_PER_MESSAGE = 2;
const SHORTEST_MS = 5;
const LONGEST_MS = 25;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

/**
 * Collects what is published and hands it over in order, with at most one round trip in flight. What comes after a quiet
 * moment goes at once.
 */
export class PublishBuffer {
  private pending: BusMessage[] = [];
  private sending: Promise<void> | undefined;
  private readonly closing = new AbortController();
  private earliestSend = -Infinity;

  /** @param send hands a batch to the store; may reject, then the batch is sent again */
  constructor(
    private readonly send: (batch: BusMessage[]) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  add(message: BusMessage): void {
    this.pending.push(message);
    if (this.pending.length > MAX_PENDING) {
      this.pending.shift();
    }
    this.sending ??= this.sendAll();
  }

  async flush(): Promise<void> {
    await this.sending;
  }

  /** Gives what is pending one more try and then gives it up. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.sending;
  }

  private async sendAll(): Promise<void> {
    await Promise.resolve();
    let retryMs = FIRST_RETRY_MS;
    while (this.pending.length > 0) {
      await this.gather();
      const batch = this.pending.splice(0, MAX_BATCH);
      this.earliestSend = performance.now() + pauseAfter(batch.length);
      try {
        await this.send(batch);
        retryMs = FIRST_RETRY_MS;
      } catch (error) {
        this.pending.unshift(...batch);
        if (!(await this.waitForRetry(error, retryMs))) {
          break;
        }
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
    this.sending = undefined;
  }

  private async gather(): Promise<void> {
    const early = this.earliestSend - performance.now();
    if (early > 0) {
      await new Promise((resolve) => setTimeout(resolve, early));
    }
  }

  /** False when there is no further try. */
  private async waitForRetry(error: unknown, retryMs: number): Promise<boolean> {
    const { signal } = this.closing;
    if (signal.aborted) {
      this.logger.warn({ err: error, lost: this.pending.length }, 'Bus messages were given up at the end');
      this.pending = [];
      return false;
    }
    this.logger.warn({ err: error, pending: this.pending.length }, 'Bus messages wait for the store');
    await pause(retryMs, undefined, { signal }).catch(() => undefined);
    return true;
  }
}

const pauseAfter = (messages: number): number => Math.min(Math.max(messages * MS_PER_MESSAGE, SHORTEST_MS), LONGEST_MS);
