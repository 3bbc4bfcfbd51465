import { Inject, Injectable } from '@nestjs/common';
import type { SubscriptionClaims } from '@switchyard/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { type KeyFault, publicKeyOf, readSubscriptionKey } from './subscription-key.js';
import { findSubscriptionKey } from './subscription.repository.js';

/** A key that was activated, and what it states. */
export interface HeldSubscription {
  key: string;
  claims: SubscriptionClaims;
}

/** The settings that decide which keys count. */
export type SubscriptionSettings = Pick<ApiConfig, 'SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY'>;

export const isActive = ({ expiresAt }: SubscriptionClaims): boolean => Date.parse(expiresAt) > Date.now();

/** Claims of a key; null without a public key to verify it. */
export function readWith(settings: SubscriptionSettings, key: string): SubscriptionClaims | KeyFault | null {
  const publicKey = settings.SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY;
  return publicKey ? readSubscriptionKey(key, publicKeyOf(publicKey)) : null;
}

/** The subscription that was activated last; null when there is none that counts with the public key of now. */
async function findSubscription(
  settings: SubscriptionSettings,
  manager: EntityManager,
): Promise<HeldSubscription | null> {
  const key = await findSubscriptionKey(manager);
  const claims = key === null ? null : readWith(settings, key);
  return key !== null && claims !== null && typeof claims === 'object' ? { key, claims } : null;
}

/** Whether premium features are on in the edition `subscription`, at this moment: a subscription ends without a restart. */
export async function hasActiveSubscription(settings: SubscriptionSettings, manager: EntityManager): Promise<boolean> {
  const held = await findSubscription(settings, manager);
  return held !== null && isActive(held.claims);
}

/** The subscription of this installation. */
@Injectable()
export class CurrentSubscription {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  find(manager: EntityManager = this.dataSource.manager): Promise<HeldSubscription | null> {
    return findSubscription(this.config, manager);
  }
}
