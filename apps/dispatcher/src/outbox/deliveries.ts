import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type ClaimedMessage, claimMessages, endTry } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { retryDelay } from './retry-delay.js';
import { type SendResult, WebhookSender } from './webhook-sender.js';

/** Most calls at once of this process, one of a runner. */
const MOST = 32;
/** Longer than a call can take, so that no other process repeats it meanwhile. */
const HOLD_SECONDS = 60;
/** How long calls may go on when the process is to end. */
const END_MS = 2_000;

/** Sends what is due. A call that hangs holds back the messages of its own runner alone. */
@Injectable()
export class Deliveries implements OnModuleDestroy {
  private readonly underWay = new Map<number, Promise<void>>();
  private readonly end = new AbortController();
  private claiming: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sender: WebhookSender,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fulfilled when all that can be sent now is under way; what is asked for during a claim shares the next one. */
  run(): Promise<void> {
    this.again = true;
    this.claiming ??= this.claimWhileAsked().finally(() => {
      this.claiming = undefined;
    });
    return this.claiming;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    const timer = setTimeout(() => this.end.abort(), END_MS);
    await this.claiming?.catch(() => undefined);
    await Promise.all(this.underWay.values());
    clearTimeout(timer);
  }

  private async claimWhileAsked(): Promise<void> {
    while (this.again && !this.stopped) {
      this.again = false;
      await this.claim();
    }
  }

  private async claim(): Promise<void> {
    const limit = MOST - this.underWay.size;
    if (limit > 0) {
      const busy = [...this.underWay.keys()];
      const claimed = await claimMessages(this.dataSource, { busy, limit, holdSeconds: HOLD_SECONDS });
      claimed.forEach((message) => this.begin(message));
    }
  }

  /** A place that gets free is filled at once. */
  private begin(message: ClaimedMessage): void {
    const failing = (error: unknown): void =>
      this.logger.warn({ err: error, runner: message.runnerId }, 'A message could not be sent; it is tried again');
    const work = this.deliver(message)
      .catch(failing)
      .then(() => {
        this.underWay.delete(message.runnerId);
        return this.run();
      })
      .catch(failing);
    this.underWay.set(message.runnerId, work);
  }

  private async deliver(message: ClaimedMessage): Promise<void> {
    if (isOutdated(message)) {
      return endTry(this.dataSource, message, { next: 'outdated' });
    }
    const { accepted, ...answer } = await this.sender.send(message, this.end.signal);
    if (!this.end.signal.aborted || accepted) {
      await endTry(this.dataSource, message, { answer, next: this.nextOf(message, { accepted, ...answer }) });
      this.engine.signals.runnersChanged([message.runnerId]);
    }
  }

  private nextOf({ tries, ageSeconds, runnerId, id }: ClaimedMessage, { accepted, status, error }: SendResult) {
    const retrySeconds = accepted ? null : retryDelay(tries, ageSeconds);
    if (retrySeconds !== null) {
      return { retrySeconds };
    }
    if (!accepted) {
      this.logger.warn({ runner: runnerId, message: id, status, reason: error }, 'A webhook was given up');
    }
    return accepted ? 'delivered' : 'given_up';
  }
}

/** A machine that is started late for a task that somebody else has taken would be started for nothing. */
const isOutdated = ({ payload, tries, taskStatus }: ClaimedMessage): boolean =>
  payload['event'] === 'task.queued' && tries > 1 && taskStatus !== 'waiting' && taskStatus !== 'confirmed';
