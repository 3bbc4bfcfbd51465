import type { Logger } from '../logging/logger.js';
import { RepeatedWarning } from '../logging/repeated-warning.js';
import type { BullFactory, BullQueue } from './bull-factory.js';
import type { MessageQueue, QueueMessage } from './message-queue.js';

/**
 * A queue that is made at its first use. BullMQ remembers a first connection that failed for ever, so such an object
 * is thrown away and the next use makes another one.
 */
export class DurableQueue<M extends QueueMessage> implements MessageQueue<M> {
  private current: Promise<BullQueue> | undefined;
  private readonly fault: RepeatedWarning;

  constructor(
    readonly name: string,
    private readonly factory: BullFactory,
    logger: Logger,
  ) {
    this.fault = new RepeatedWarning(logger, 'Queue error');
  }

  async add(message: M): Promise<void> {
    await (await this.bull()).add(this.name, message);
  }

  async countWaiting(): Promise<number> {
    return (await this.bull()).getWaitingCount();
  }

  async empty(): Promise<void> {
    await (await this.bull()).drain();
  }

  async close(): Promise<void> {
    await (await this.current?.catch(() => undefined))?.close();
  }

  private bull(): Promise<BullQueue> {
    this.current ??= this.open().catch((error: unknown) => {
      this.current = undefined;
      throw error;
    });
    return this.current;
  }

  private async open(): Promise<BullQueue> {
    const queue = this.factory.createQueue(this.name);
    queue.on('error', (error) => this.fault.warn(error, { queue: this.name }));
    try {
      await queue.waitUntilReady();
      return queue;
    } catch (error) {
      await queue.close().catch(() => undefined);
      throw error;
    }
  }
}
