import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../logging/logger.js';
import { RepeatedWarning } from '../logging/repeated-warning.js';
import { withTimeLimit } from '../time-limit/with-time-limit.js';
import type { BullFactory, BullWorker } from './bull-factory.js';
import type { MessageHandler, QueueMessage, QueueWorker } from './message-queue.js';

const RETRY_MS = 500;
/** BullMQ waits for a store that is away without end; so long it may take to close once no handler is at work. */
const CLOSE_LIMIT_MS = 1_000;

/** A worker that goes on trying until its first connection stands; from then on BullMQ itself connects again. */
export class DurableWorker<M extends QueueMessage> implements QueueWorker {
  readonly ready: Promise<void>;
  private readonly closing = new AbortController();
  private readonly atWork = new Set<Promise<void>>();
  private current: BullWorker | undefined;
  private isResting = false;
  private readonly fault: RepeatedWarning;

  constructor(
    private readonly name: string,
    private readonly handler: MessageHandler<M>,
    private readonly concurrency: number,
    private readonly factory: BullFactory,
    private readonly logger: Logger,
  ) {
    this.fault = new RepeatedWarning(logger, 'Queue worker error');
    this.ready = this.start();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.ready;
    if (this.current) {
      const closed = this.current.close();
      await Promise.allSettled(this.atWork);
      await finishClosing(this.current, closed);
    }
  }

  private async start(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted && !(await this.tryStart(signal))) {
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async tryStart(signal: AbortSignal): Promise<boolean> {
    const worker = this.factory.createWorker(this.name, (job) => this.work(job.data as M), this.concurrency);
    worker.on('error', (error) => {
      this.fault.warn(error, { queue: this.name });
      this.rest(worker);
    });
    const aborted = once(signal, 'abort').then(() => Promise.reject(new Error('closed while it started')));
    aborted.catch(() => undefined);
    try {
      await Promise.race([worker.waitUntilReady(), aborted]);
      this.current = worker;
      return true;
    } catch {
      await finishClosing(worker, worker.close());
      return false;
    }
  }

  /** BullMQ tries again at once after an error that is not of the connection: without a rest as fast as it can. */
  private rest(worker: BullWorker): void {
    const { signal } = this.closing;
    if (this.isResting || signal.aborted) {
      return;
    }
    this.isResting = true;
    worker.pause(true).catch(() => undefined);
    void pause(RETRY_MS, undefined, { signal })
      .then(() => {
        this.isResting = false;
        return worker.resume();
      })
      .catch(() => undefined);
  }

  private async work(message: M): Promise<void> {
    const work = this.handle(message);
    this.atWork.add(work);
    try {
      await work;
    } finally {
      this.atWork.delete(work);
    }
  }

  /** The store learns that it failed, not why: an error's text may hold more than ids. */
  private async handle(message: M): Promise<void> {
    try {
      await this.handler(message);
    } catch (error) {
      this.logger.error({ err: error, queue: this.name, job: message }, 'A queue message could not be worked on');
      throw new Error('The handler failed; see the log', { cause: error });
    }
  }
}

async function finishClosing(worker: BullWorker, closed: Promise<void>): Promise<void> {
  try {
    await withTimeLimit(closed, CLOSE_LIMIT_MS);
  } catch {
    worker.disconnect().catch(() => undefined);
    await withTimeLimit(closed, CLOSE_LIMIT_MS).catch(() => undefined);
  }
}
