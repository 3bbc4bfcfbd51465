import { Inject, Injectable } from '@nestjs/common';
import type { Subscription, SubscriptionClaims, SubscriptionInput } from '@switchyard/contracts';
import type { Entitlements } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import type { ApiConfig } from '../../platform/config.js';
import { badRequest, notFound } from '../../platform/http/refusals.js';
import { API_CONFIG, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { CurrentSubscription, type HeldSubscription, isActive, readWith } from './current-subscription.js';
import { countSeatsTaken, keepSubscriptionKey } from './subscription.repository.js';

/** Activating and showing the subscription of the installation. */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly current: CurrentSubscription,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** @throws 404 when none was activated, or the edition knows none */
  async read(caller: Caller): Promise<Subscription> {
    const held = this.entitlements.edition === 'subscription' ? await this.current.find() : null;
    if (held === null) {
      throw notFound('subscription_none');
    }
    return this.view(caller, held);
  }

  /** @throws 400 for a key that is not genuine, has expired or is activated already */
  async activate(caller: Caller, { key }: SubscriptionInput): Promise<Subscription> {
    const claims = this.claimsOf(key);
    if (!(await keepSubscriptionKey(this.dataSource.manager, key))) {
      throw badRequest('subscription_activated');
    }
    return this.view(caller, { key, claims });
  }

  private claimsOf(key: string): SubscriptionClaims {
    if (this.entitlements.edition !== 'subscription') {
      throw badRequest('subscription_edition');
    }
    const claims = readWith(this.config, key);
    if (claims === null) {
      throw badRequest('subscription_no_public_key');
    }
    if (typeof claims === 'string') {
      throw badRequest(claims === 'foreign' ? 'subscription_key_foreign' : 'subscription_key_unreadable');
    }
    if (!isActive(claims)) {
      throw badRequest('subscription_key_expired', { date: claims.expiresAt.slice(0, 10) });
    }
    return claims;
  }

  private async view({ admin }: Caller, { key, claims }: HeldSubscription): Promise<Subscription> {
    return {
      key: admin ? key : '',
      plan: claims.plan,
      state: isActive(claims) ? 'active' : 'expired',
      expiresAt: claims.expiresAt,
      users: claims.seats,
      used: await countSeatsTaken(this.dataSource.manager),
    };
  }
}
