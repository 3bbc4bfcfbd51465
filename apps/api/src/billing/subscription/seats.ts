import { Inject, Injectable } from '@nestjs/common';
import type { Entitlements } from '@switchyard/server';
import type { EntityManager } from 'typeorm';
import { refusal } from '../../platform/http/refusals.js';
import { ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { CurrentSubscription, isActive } from './current-subscription.js';
import { countSeatsTaken, lockSeats } from './subscription.repository.js';

/** Seats of a subscription: one for each Pro user. */
@Injectable()
export class Seats {
  constructor(
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
    private readonly subscription: CurrentSubscription,
  ) {}

  /**
   * Before a user becomes a Pro user.
   * @throws 403 when the subscription has no seat left
   */
  async requireFree(manager: EntityManager): Promise<void> {
    if (this.entitlements.edition !== 'subscription') {
      return;
    }
    await lockSeats(manager);
    const held = await this.subscription.find(manager);
    const seats = held !== null && isActive(held.claims) ? held.claims.seats : 0;
    if ((await countSeatsTaken(manager)) >= seats) {
      throw refusal(403, 'pro_seats_taken', { seats });
    }
  }
}
