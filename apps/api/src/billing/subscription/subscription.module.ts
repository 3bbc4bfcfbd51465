import { Global, Module } from '@nestjs/common';
import { createEntitlements, type Entitlements } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { CurrentSubscription, hasActiveSubscription } from './current-subscription.js';
import { Seats } from './seats.js';
import { SubscriptionController } from './subscription.controller.js';
import { SubscriptionService } from './subscription.service.js';

const entitlements = {
  provide: ENTITLEMENTS,
  inject: [API_CONFIG, DataSource],
  useFactory: (config: ApiConfig, { manager }: DataSource): Entitlements =>
    createEntitlements(config, () => hasActiveSubscription(config, manager)),
};

/** The subscription, and what may be used because of it, for every other module. */
@Global()
@Module({
  controllers: [SubscriptionController],
  providers: [entitlements, CurrentSubscription, Seats, SubscriptionService],
  exports: [entitlements, Seats],
})
export class SubscriptionModule {}
