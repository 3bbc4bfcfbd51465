import { Module } from '@nestjs/common';
import { Deliveries } from './deliveries.js';
import { OutboxRetention } from './outbox-retention.js';
import { OutboxSweep } from './outbox-sweep.js';
import { OutboxWorker } from './outbox-worker.js';
import { WebhookSender } from './webhook-sender.js';

/** Sends the messages that were written with the steps of tasks. */
@Module({ providers: [WebhookSender, Deliveries, OutboxWorker, OutboxSweep, OutboxRetention] })
export class OutboxModule {}
