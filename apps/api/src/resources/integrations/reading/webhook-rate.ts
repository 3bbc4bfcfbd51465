import { Inject, Injectable } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import { clientNetwork } from '../../../auth/throttle/client-network.js';
import { TokenBuckets } from '../../../auth/throttle/token-bucket.js';
import type { ApiConfig } from '../../../platform/config.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';

const MINUTE_MS = 60_000;
const MAX_KEYS = 100_000;

/** Webhooks that come too fast. */
export class TooManyWebhooks extends UserError {
  constructor(readonly retryAfterSeconds: number) {
    super(429, problem('too_many_webhooks'));
  }
}

/**
 * Bounds how many webhooks one address takes, in each process. Senders are counted by their network until they proved
 * themselves, so that strangers who know an address use up nothing of the rightful sender's.
 */
@Injectable()
export class WebhookRate {
  private readonly strangers: TokenBuckets;
  private readonly proved: TokenBuckets;

  constructor(@Inject(API_CONFIG) { SWITCHYARD_WEBHOOKS_PER_MINUTE: capacity }: ApiConfig) {
    const limits = { capacity, refillMs: MINUTE_MS / capacity };
    this.strangers = new TokenBuckets(limits, MAX_KEYS);
    this.proved = new TokenBuckets(limits, MAX_KEYS);
  }

  /** @throws TooManyWebhooks */
  takeStranger(alias: string, address: string): void {
    refuse(this.strangers.take(`${alias} ${clientNetwork(address)}`));
  }

  /** @throws TooManyWebhooks */
  takeProved(alias: string): void {
    refuse(this.proved.take(alias));
  }
}

function refuse(waitMs: number): void {
  if (waitMs > 0) {
    throw new TooManyWebhooks(Math.ceil(waitMs / 1_000));
  }
}
