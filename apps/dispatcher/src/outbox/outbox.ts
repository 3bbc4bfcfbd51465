import { Inject, Injectable, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common';
import { CoalescedWork } from '@switchyard/concurrency';
import { type DeliveryErrorCode, type DeliveryJob, QueueName } from '@switchyard/contracts';
import { claimMessages, type ClaimedMessage, endTry, releaseClaim, settleTogether } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import type { Logger, QueueBackend, QueueWorker } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { ENGINE, LOGGER, QUEUE_BACKEND } from '../infrastructure/infrastructure.js';
import { type MessageSender, type Outcome, type Prepared, tryEndOf } from './message-sender.js';
import { MessageSenders } from './message-senders.js';

/** Most tries at once of this process. */
const MOST = 32;
/** Longer than a try can take, so that no other process repeats it meanwhile. */
const HOLD_SECONDS = 60;
/** How long tries may go on when the process is to end. */
const END_MS = 2_000;

/** How to send a message, why it is dead without a try, or what the reading of its target failed with. */
type Preparation = PromiseSettledResult<Prepared | DeliveryErrorCode>;

/** Sends what is due. A target that hangs or fails holds back its own messages alone. */
@Injectable()
export class Outbox implements OnModuleDestroy {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly end = new AbortController();
  private readonly claims = new CoalescedWork(() => this.claim());

  constructor(
    private readonly dataSource: DataSource,
    private readonly senders: MessageSenders,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fulfilled when all that can be sent now is under way; what is requested during a claim shares the next one. */
  run(): Promise<void> {
    return this.claims.run();
  }

  async onModuleDestroy(): Promise<void> {
    const timer = setTimeout(() => this.end.abort(), END_MS);
    await this.claims.close();
    await Promise.all(this.underWay.values());
    clearTimeout(timer);
  }

  private async claim(): Promise<void> {
    const limit = MOST - this.underWay.size;
    if (limit > 0) {
      const { parallel } = this.senders;
      const claimed = await claimMessages(this.dataSource, { parallel, limit, holdSeconds: HOLD_SECONDS });
      await Promise.all(this.senders.all.map((sender) => this.beginAll(sender, claimed.filter(isOf(sender)))));
    }
  }

  private async beginAll(sender: MessageSender, messages: readonly ClaimedMessage[]): Promise<void> {
    const prepared = await settleTogether(messages, (some) => sender.prepare(some));
    messages.forEach((message, i) => this.begin(sender, message, prepared[i] as Preparation));
  }

  /** A place that gets free is filled at once. */
  private begin(sender: MessageSender, message: ClaimedMessage, preparation: Preparation): void {
    const failing = (error: unknown): void =>
      this.logger.warn({ err: error, message: message.id }, 'The end of a message could not be stored');
    const work = this.deliver(sender, message, preparation)
      .catch(failing)
      .then(() => {
        this.underWay.delete(message.id);
        return this.run();
      })
      .catch(failing);
    this.underWay.set(message.id, work);
  }

  private async deliver(sender: MessageSender, message: ClaimedMessage, preparation: Preparation): Promise<void> {
    const outcome = await this.outcomeOf(message, preparation);
    if (this.end.signal.aborted && outcome.result === 'retry') {
      return releaseClaim(this.dataSource, message);
    }
    const ended = tryEndOf(message, outcome, sender.retry);
    if (ended.result === 'dead') {
      const { id, kind: name, targetId } = message;
      const { status, error } = outcome;
      this.logger.warn({ message: id, kind: name, targetId, status, reason: error }, 'A message is dead');
    }
    await endTry(this.dataSource, message, ended);
    this.announce(sender, message);
  }

  /** A message is on the list of its project, or shown with its target. */
  private announce(sender: MessageSender, { targetId, projectId }: ClaimedMessage): void {
    sender.tried?.(targetId);
    if (projectId !== null) {
      this.engine.signals.deliveryListsChanged([{ projectId, of: 'alerts' }]);
    }
  }

  /** Every fault of a message counts as a try, so that it ends one day. */
  private async outcomeOf({ id }: ClaimedMessage, preparation: Preparation): Promise<Outcome> {
    try {
      if (preparation.status === 'rejected') {
        throw preparation.reason;
      }
      const { value } = preparation;
      return typeof value === 'string' ? unsent(value, 'dead') : await value.send(this.end.signal);
    } catch (error) {
      this.logger.warn({ err: error, message: id }, 'A message could not be sent');
      return unsent('internal', 'retry');
    }
  }
}

const isOf =
  ({ name }: MessageSender) =>
  ({ kind }: ClaimedMessage): boolean =>
    kind === name;

const unsent = (error: DeliveryErrorCode, result: 'retry' | 'dead'): Outcome => ({
  result,
  status: null,
  error,
  target: 'unknown',
});

/** Sends what is due at every message of the `delivery` queue. */
@Injectable()
export class OutboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;

  constructor(
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly outbox: Outbox,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = this.queues.worker<DeliveryJob>(QueueName.delivery, () => this.outbox.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.close();
  }
}
