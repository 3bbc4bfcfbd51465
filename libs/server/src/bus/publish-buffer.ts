import { setTimeout as pause } from 'node:timers/promises';
import { CoalescedWork } from '@switchyard/concurrency';
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
 * Collects published messages and hands them over in order, with at most one round trip in flight. The first message after
 * a quiet moment goes at once.
 */
export class PublishBuffer {
  private pending: BusMessage[] = [];
  /** Channels of pending messages without payload, of which one is worth as much as many. */
  private readonly bare = new Set<string>();
  private readonly sends = new CoalescedWork(() => this.sendBatch(), {
    pauseMs: ({ workedMs }) => pauseAfter(this.batchSize) - workedMs,
  });
  private readonly closing = new AbortController();
  private retryMs = FIRST_RETRY_MS;
  private batchSize = 0;

  /** @param send hands a batch to the store; may reject, then the batch is sent again */
  constructor(
    private readonly send: (batch: BusMessage[]) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  add(message: BusMessage): void {
    if (message.payload === '') {
      if (this.bare.has(message.channel)) {
        return;
      }
      this.bare.add(message.channel);
    }
    this.pending.push(message);
    if (this.pending.length > MAX_PENDING) {
      this.pending.shift();
      this.bare.clear();
    }
    void this.sends.run();
  }

  flush(): Promise<void> {
    return this.sends.settled();
  }

  /** Sends what is pending, or gives it up after one more try. */
  close(): Promise<void> {
    this.closing.abort();
    return this.sends.settled();
  }

  /** One batch; the next run takes what is left. */
  private async sendBatch(): Promise<void> {
    await Promise.resolve();
    const batch = this.pending.splice(0, MAX_BATCH);
    this.bare.clear();
    this.batchSize = batch.length;
    try {
      await (batch.length > 0 && this.send(batch));
      this.retryMs = FIRST_RETRY_MS;
    } catch (error) {
      this.pending.unshift(...batch);
      await this.failed(error);
    }
    if (this.pending.length > 0) {
      void this.sends.run();
    }
  }

  private async failed(error: unknown): Promise<void> {
    const { signal } = this.closing;
    if (signal.aborted) {
      this.logger.warn({ err: error, lost: this.pending.length }, 'Bus messages were given up at the end');
      this.pending = [];
      return;
    }
    this.logger.warn({ err: error, pending: this.pending.length }, 'Bus messages wait for the store');
    await pause(this.retryMs, undefined, { signal }).catch(() => undefined);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }
}

const pauseAfter = (messages: number): number => Math.min(Math.max(messages * MS_PER_MESSAGE, SHORTEST_MS), LONGEST_MS);
