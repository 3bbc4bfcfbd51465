import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging/logger.js';
import type { BullFactory, BullWorker } from './bull-factory.js';
import type { MessageHandler, QueueMessage, QueueWorker } from './message-queue.js';

const RETRY_MS = 500;

/** A worker that goes on trying until its first connection stands; from then on BullMQ itself connects again. */
export class DurableWorker<M extends QueueMessage> implements QueueWorker {
  readonly ready: Promise<void>;
  private readonly closing = new AbortController();
  private current: BullWorker | undefined;

  constructor(
    private readonly name: string,
    private readonly handler: MessageHandler<M>,
    private readonly concurrency: number,
    private readonly factory: BullFactory,
    private readonly logger: Logger,
  ) {
    this.ready = this.start();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.ready;
    await this.current?.close();
  }

  private async start(): Promise<void> {
    while (!this.closing.signal.aborted && !(await this.tryStart())) {
      await pause(RETRY_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
  }

  private async tryStart(): Promise<boolean> {
    const worker = this.factory.createWorker(this.name, (job) => this.work(job.data as M), this.concurrency);
    worker.on('error', (error) => this.logger.warn({ err: error, queue: this.name }, 'Queue worker error'));
    try {
      await worker.waitUntilReady();
      this.current = worker;
      return true;
    } catch {
      await worker.close().catch(() => undefined);
      return false;
    }
  }

  /** The store learns that it failed, not why: an error's text may hold more than ids. */
  private async work(message: M): Promise<void> {
    try {
      await this.handler(message);
    } catch (error) {
      this.logger.error({ err: error, queue: this.name, job: message }, 'A queue message could not be worked on');
      throw new Error('The handler failed; see the log');
    }
  }
}
