import { CoalescedWork } from '@switchyard/concurrency';
import type { Logger } from '../logging/logger.js';
import { withTimeLimit } from '../time-limit/with-time-limit.js';
import type { MessageQueue, QueueMessage } from './message-queue.js';

/** A store that does not answer must not hold back the next wake-up for ever. */
const ADD_TIMEOUT_MS = 5_000;
/** Shortest and longest pause from one add to the next: nobody notices, and a busy process gathers much in it. */
const SHORTEST_MS = 10;
const LONGEST_MS = 50;
/** How long wake-ups that the bus carries too wait for each other on their way to the queue. */
export const BESIDE_BUS_MS = 250;
/** Pause for each request that the add before served. More than 200 requests a second lead to the longest pause. */
const MS_PER_REQUEST = 5;

/**
 * Adds wake-up messages to a queue without ever failing or delaying its caller. At most one add is in flight per
 * process and one more is pending; a request that comes meanwhile, or soon after an add, is served by the pending one,
 * for the worker drains all there is. The first request after a quiet moment is served at once; the more requests come,
 * the more wait for each other. A failed add is logged and forgotten: the sweep is the safety net.
 */
export class Wake<M extends QueueMessage> {
  private readonly adds: CoalescedWork;
  private message: M | undefined;

  /** @param gatherMs how long requests wait for each other where the queue is the slower of two ways; 0 = it is the only one */
  constructor(
    private readonly queue: MessageQueue<M>,
    private readonly logger: Logger,
    gatherMs = 0,
  ) {
    this.adds = new CoalescedWork(() => this.message && this.add(this.message), {
      gatherMs,
      pauseMs: ({ requests, workedMs }) => pauseAfter(requests) - workedMs,
    });
  }

  /** Asks for a message on the queue. Returns at once. */
  request(message: M): void {
    this.message = message;
    void this.adds.run();
  }

  /** Fulfilled when nothing is in flight or pending. */
  settled(): Promise<void> {
    return this.adds.settled();
  }

  private async add(message: M): Promise<void> {
    try {
      await withTimeLimit(this.queue.add(message), ADD_TIMEOUT_MS);
    } catch (error) {
      this.logger.warn({ err: error, queue: this.queue.name }, 'A wake-up was lost; the sweep makes up for it');
    }
  }
}

const pauseAfter = (requests: number): number => Math.min(Math.max(requests * MS_PER_REQUEST, SHORTEST_MS), LONGEST_MS);
