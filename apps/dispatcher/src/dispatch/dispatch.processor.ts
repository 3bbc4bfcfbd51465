import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type DispatchJob, QueueName } from '@switchyard/contracts';
import { assignTasks, type Engine, explainWaiting, Turns } from '@switchyard/engine';
import type { QueueBackend } from '@switchyard/server';
import { ENGINE, QUEUE_BACKEND } from '../infrastructure/tokens.js';

/**
 * Drains the waiting tasks whenever a message of the dispatch queue, or the sweep, asks for it. A request that comes
 * during a drain starts one more when it ends, so that nothing that happened meanwhile is missed.
 */
@Injectable()
export class DispatchProcessor implements OnApplicationBootstrap {
  private readonly turns = new Turns();
  private draining: Promise<void> | undefined;
  private again = false;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.worker<DispatchJob>(QueueName.dispatch, () => this.drain());
  }

  /** Fulfilled when a drain has ended that began after this call, or the one at work that was told to go on. */
  drain(): Promise<void> {
    this.again = true;
    this.draining ??= this.drainAll().finally(() => (this.draining = undefined));
    return this.draining;
  }

  private async drainAll(): Promise<void> {
    while (this.again) {
      this.again = false;
      await assignTasks(this.engine, this.turns);
      await explainWaiting(this.engine);
    }
  }
}
