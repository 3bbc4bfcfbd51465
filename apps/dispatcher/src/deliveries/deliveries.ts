import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CoalescedWork } from '@switchyard/concurrency';
import type { DeliveryErrorCode } from '@switchyard/contracts';
import { claimDeliveries, type ClaimedDelivery, endTry, releaseClaim, settleTogether } from '@switchyard/database';
import type { Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';
import type { DeliveryKind, Outcome, Prepared } from './delivery-kind.js';
import { DeliveryKinds } from './delivery-kinds.js';
import { tryEndOf } from './try-end.js';

/** Most tries at once of this process. */
const MOST = 32;
/** Longer than a try can take, so that no other process repeats it meanwhile. */
const HOLD_SECONDS = 60;
/** How long tries may go on when the process is to end. */
const END_MS = 2_000;

/** How to send a delivery, why it is dead without a try, or what the reading of its target failed with. */
type Preparation = PromiseSettledResult<Prepared | DeliveryErrorCode>;

/** Sends what is due. A target that hangs or fails holds back its own deliveries alone. */
@Injectable()
export class Deliveries implements OnModuleDestroy {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly end = new AbortController();
  private readonly claims = new CoalescedWork(() => this.claim());

  constructor(
    private readonly dataSource: DataSource,
    private readonly kinds: DeliveryKinds,
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
      const { parallel } = this.kinds;
      const claimed = await claimDeliveries(this.dataSource, { parallel, limit, holdSeconds: HOLD_SECONDS });
      await Promise.all(this.kinds.all.map((kind) => this.beginAll(kind, claimed.filter(isOf(kind)))));
    }
  }

  private async beginAll(kind: DeliveryKind, deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const prepared = await settleTogether(deliveries, (some) => kind.prepare(some));
    deliveries.forEach((delivery, i) => this.begin(kind, delivery, prepared[i] as Preparation));
  }

  /** A place that gets free is filled at once. */
  private begin(kind: DeliveryKind, delivery: ClaimedDelivery, preparation: Preparation): void {
    const failing = (error: unknown): void =>
      this.logger.warn({ err: error, delivery: delivery.id }, 'The end of a delivery could not be stored');
    const work = this.deliver(kind, delivery, preparation)
      .catch(failing)
      .then(() => {
        this.underWay.delete(delivery.id);
        return this.run();
      })
      .catch(failing);
    this.underWay.set(delivery.id, work);
  }

  private async deliver(kind: DeliveryKind, delivery: ClaimedDelivery, preparation: Preparation): Promise<void> {
    const outcome = await this.outcomeOf(delivery, preparation);
    if (this.end.signal.aborted && outcome.result === 'retry') {
      return releaseClaim(this.dataSource, delivery);
    }
    const ended = tryEndOf(delivery, outcome, kind.retry);
    if (ended.result === 'dead') {
      const { id, kind: name, targetId } = delivery;
      const { status, error } = outcome;
      this.logger.warn({ delivery: id, kind: name, targetId, status, reason: error }, 'A delivery is dead');
    }
    await endTry(this.dataSource, delivery, ended);
    this.announce(kind, delivery);
  }

  /** A delivery is on the list of its project, or shown with its target. */
  private announce(kind: DeliveryKind, { targetId, projectId }: ClaimedDelivery): void {
    kind.tried?.(targetId);
    if (projectId !== null) {
      this.engine.signals.deliveryListsChanged([{ projectId, of: 'alerts' }]);
    }
  }

  /** Whatever is wrong with a delivery counts as a try, so that it ends one day. */
  private async outcomeOf({ id }: ClaimedDelivery, preparation: Preparation): Promise<Outcome> {
    try {
      if (preparation.status === 'rejected') {
        throw preparation.reason;
      }
      const { value } = preparation;
      return typeof value === 'string' ? unsent(value, 'dead') : await value.send(this.end.signal);
    } catch (error) {
      this.logger.warn({ err: error, delivery: id }, 'A delivery could not be sent');
      return unsent('internal', 'retry');
    }
  }
}

const isOf =
  ({ name }: DeliveryKind) =>
  ({ kind }: ClaimedDelivery): boolean =>
    kind === name;

const unsent = (error: DeliveryErrorCode, result: 'retry' | 'dead'): Outcome => ({
  result,
  status: null,
  error,
  target: 'unknown',
});
