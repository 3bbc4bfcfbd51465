import { Inject, Injectable } from '@nestjs/common';
import { tierOf } from '@switchyard/contracts';
import type { BillingAccount } from '@switchyard/database';
import type { ApiConfig } from '../platform/config.js';
import { API_CONFIG } from '../platform/infrastructure/tokens.js';
import { privateKeyOf, signSubscriptionKey } from './subscription/subscription-key.js';

/**
 * Keys of the licences that projects pay for. A key follows from tier, period and number, so nothing of it is stored: after a
 * renewal it is another one, and the one before it ends with its period.
 */
@Injectable()
export class LicenseKeys {
  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  /** `null` = the tier is no licence, or this server signs none. */
  keyOf({ projectId, tier: id, periodEnds, keyNumber }: BillingAccount): string | null {
    const tier = tierOf(id);
    const signing = this.config.SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY;
    if (!tier.isLicence || periodEnds === null || !signing) {
      return null;
    }
    const claims = {
      id: `${projectId}-${keyNumber}`,
      plan: id,
      seats: tier.users ?? 1,
      expiresAt: periodEnds.toISOString(),
    };
    return signSubscriptionKey(claims, privateKeyOf(signing));
  }
}
