import { Global, Module } from '@nestjs/common';
import { createEntitlements, type Entitlements } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../platform/config.js';
import { API_CONFIG, ENTITLEMENTS } from '../platform/infrastructure/tokens.js';
import { BillingController } from './billing.controller.js';
import { BillingService } from './billing.service.js';
import { CallbackReceiver } from './callback-receiver.js';
import { CallbacksController } from './callbacks.controller.js';
import { Coupons } from './coupons.js';
import { Gateways } from './gateways/gateways.js';
import { LicenseKeys } from './license-keys.js';
import { PaymentSweep } from './payment-sweep.js';
import { PaymentsService } from './payments.service.js';
import { Sandbox } from './sandbox/sandbox.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { CurrentSubscription, hasActiveSubscription } from './subscription/current-subscription.js';
import { Seats } from './subscription/seats.js';
import { SubscriptionController } from './subscription/subscription.controller.js';
import { SubscriptionService } from './subscription/subscription.service.js';

const entitlements = {
  provide: ENTITLEMENTS,
  inject: [API_CONFIG, DataSource],
  useFactory: (config: ApiConfig, { manager }: DataSource): Entitlements =>
    createEntitlements(config, () => hasActiveSubscription(config, manager)),
};

/** Billing of projects in the hosted edition; the subscription, and the features that it gives to every other module. */
@Global()
@Module({
  controllers: [SubscriptionController, BillingController, SandboxController, CallbacksController],
  providers: [
    entitlements,
    BillingService,
    CallbackReceiver,
    Coupons,
    CurrentSubscription,
    Gateways,
    LicenseKeys,
    PaymentsService,
    PaymentSweep,
    Sandbox,
    Seats,
    SubscriptionService,
  ],
  exports: [entitlements, Seats],
})
export class BillingModule {}
