import { Module } from '@nestjs/common';
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

/** What projects of the hosted edition pay for. */
@Module({
  controllers: [BillingController, SandboxController, CallbacksController],
  providers: [BillingService, PaymentsService, CallbackReceiver, Coupons, Gateways, LicenseKeys, PaymentSweep, Sandbox],
})
export class BillingModule {}
