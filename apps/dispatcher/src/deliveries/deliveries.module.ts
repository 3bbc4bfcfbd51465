import { Module } from '@nestjs/common';
import { Deliveries } from './deliveries.js';
import { DeliveryKinds } from './delivery-kinds.js';
import { DeliveryWorker } from './delivery-worker.js';
import { RunnerWebhook } from './kinds/runner-webhook.js';

/** Sends the deliveries that were written with the steps of tasks. */
@Module({ providers: [RunnerWebhook, DeliveryKinds, Deliveries, DeliveryWorker], exports: [Deliveries] })
export class DeliveriesModule {}
