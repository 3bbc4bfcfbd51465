import { Module } from '@nestjs/common';
import { AlertSender } from './alerts/alert-sender.js';
import { Deliveries } from './deliveries.js';
import { DeliveryKinds } from './delivery-kinds.js';
import { DeliveryWorker } from './delivery-worker.js';
import { AlertChannel } from './kinds/alert-channel.js';
import { AlertServer } from './kinds/alert-server.js';
import { AlertUser } from './kinds/alert-user.js';
import { RunnerWebhook } from './kinds/runner-webhook.js';

const kinds = [RunnerWebhook, AlertSender, AlertChannel, AlertServer, AlertUser];

/** Sends the deliveries that were written with the steps of tasks. */
@Module({ providers: [...kinds, DeliveryKinds, Deliveries, DeliveryWorker], exports: [Deliveries] })
export class DeliveriesModule {}
