import type { Logger } from '../logging/logger.js';
import { withTimeLimit } from '../time-limit/with-time-limit.js';
import type { MessageQueue, QueueMessage } from './message-queue.js';

/** A store that does not answer must not hold back the next wake-up for ever. */
const ADD_TIMEOUT_MS = 5_000;
/** Shortest time from one add to the next: far less than anybody notices, and a busy process gathers much in it. */
const GATHER_MS = 20;

/**
 * Adds wake-up messages to a queue without ever failing or delaying its caller. At most one add is in flight per
 * process and one more is pending; a request that comes meanwhile, or soon after an add, is served by the pending one,
 * for the worker drains all there is. The first request after a quiet moment is served at once. A failed add is logged and forgotten: the sweep is the safety net.
 */
export class Wake<M extends QueueMessage> {
  private inFlight: Promise<void> | undefined;
  private pending: M | undefined;
  private lastAdd = -Infinity;

  constructor(
    private readonly queue: MessageQueue<M>,
    private readonly logger: Logger,
  ) {}

  /** Asks for a message on the queue. Returns at once. */
  request(message: M): void {
    this.pending = message;
    this.inFlight ??= this.addPending();
  }

  /** Fulfilled when nothing is in flight or pending. */
  async settled(): Promise<void> {
    await this.inFlight;
  }

  private async addPending(): Promise<void> {
    while (this.pending !== undefined) {
      const early = this.lastAdd + GATHER_MS - performance.now();
      if (early > 0) {
        await new Promise((resolve) => setTimeout(resolve, early));
      }
      const message = this.pending;
      this.pending = undefined;
      this.lastAdd = performance.now();
      await this.add(message);
    }
    this.inFlight = undefined;
  }

  private async add(message: M): Promise<void> {
    try {
      await withTimeLimit(this.queue.add(message), ADD_TIMEOUT_MS);
    } catch (error) {
      this.logger.warn({ err: error, queue: this.queue.name }, 'A wake-up was lost; the sweep makes up for it');
    }
  }
}
