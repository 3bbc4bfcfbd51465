import { Injectable } from '@nestjs/common';
import type { IntegrationDelivery as WireDelivery } from '@switchyard/contracts';
import { Integration, type IntegrationDelivery } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { notFound, refusal } from '../../../platform/http/refusals.js';
import { findOwned } from '../../../platform/database/owned-rows.repository.js';
import { readingOf } from '../reading/reading.js';
import { WebhookRules } from '../reading/webhook-rules.js';
import { WebhookReader } from '../reading/webhook-reader.js';
import { type HandledWebhook, WebhookHandler } from './webhook-handler.js';
import { WebhookDirectory } from './webhook-directory.js';
import {
  findDeliveries,
  findDelivery,
  findWebhook,
  type ShownDelivery,
  takeApproval,
  withdrawApproval,
} from './delivery.repository.js';
import { openRequest, RequestKeeper } from './kept-request.js';

/** The integration of a path. */
interface OfIntegration {
  projectId: number;
  integrationId: number;
}

/** A kept webhook that is handled once more. */
interface Again {
  /** Ciphertext. */
  request: string;
  approved: boolean;
}

/** The delivery log of an integration. */
@Injectable()
export class IntegrationDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly directory: WebhookDirectory,
    private readonly reader: WebhookReader,
    private readonly handler: WebhookHandler,
  ) {}

  async list({ projectId, integrationId }: OfIntegration): Promise<WireDelivery[]> {
    await findOwned(this.dataSource.manager, Integration, projectId, integrationId);
    return (await findDeliveries(this.dataSource.manager, integrationId)).map(toDelivery);
  }

  /**
   * Delivers a webhook again, by the integration as it is now, without asking who sent it.
   * @throws 404, 409 when its body was not kept
   */
  async again({ projectId, integrationId }: OfIntegration, id: string): Promise<WireDelivery> {
    const { manager } = this.dataSource;
    const row = await findOwned(manager, Integration, projectId, integrationId);
    const stored = await findWebhook(manager, integrationId, id);
    if (!stored) {
      throw notFound();
    }
    if (stored.request === null) {
      throw refusal(409, 'webhook_not_kept');
    }
    return this.deliverAgain(row, stored, { request: stored.request, approved: false });
  }

  /**
   * Starts the pull request of a fork that waits for approval, once; its head is the commit of the delivery. One that starts nothing
   * waits on.
   * @throws 404, 409 when it does not wait
   */
  async approve({ projectId, integrationId }: OfIntegration, id: string, userId: number): Promise<WireDelivery> {
    const { manager } = this.dataSource;
    const row = await findOwned(manager, Integration, projectId, integrationId);
    const stored = await findWebhook(manager, integrationId, id);
    if (!stored) {
      throw notFound();
    }
    if (stored.request === null || !(await takeApproval(manager, id, userId))) {
      throw refusal(409, 'webhook_not_awaiting');
    }
    let isStarted = false;
    try {
      const delivered = await this.deliverAgain(row, stored, { request: stored.request, approved: true });
      isStarted = delivered.task_id !== null;
      return delivered;
    } finally {
      if (!isStarted) {
        await withdrawApproval(manager, id);
      }
    }
  }

  private async deliverAgain(row: Integration, stored: IntegrationDelivery, again: Again): Promise<WireDelivery> {
    const delivered = await this.handleAgain(row, stored, again);
    const logged = delivered.deliveryId && (await findDelivery(this.dataSource.manager, row.id, delivered.deliveryId));
    if (!logged) {
      throw delivered.error ?? notFound();
    }
    return toDelivery(logged);
  }

  private async handleAgain(
    row: Integration,
    { id, sender, size, searched }: IntegrationDelivery,
    { request, approved }: Again,
  ): Promise<HandledWebhook> {
    const { headers, text } = await openRequest(this.box, id, request);
    const receiver = await this.directory.receiver(row);
    const key = `project:${row.projectId}`;
    const plan = new WebhookRules([receiver]);
    const asked = { key, headers, body: text, plan, isNeeded: !searched };
    const { readings, texts, named, ...judged } = await this.reader.judge(asked);
    const keeper = new RequestKeeper(headers, text);
    const arrival = { named, keeper, headers, sender, size, searched, redelivered: true, approved };
    return this.handler.handle(receiver, arrival, { ...judged, ...readingOf(receiver, readings[0], texts) });
  }
}

const toDelivery = (row: ShownDelivery): WireDelivery => ({
  id: row.id,
  integration_id: row.integrationId,
  received: row.received.toISOString(),
  sender: row.sender,
  event: row.event,
  delivery_key: row.webhookKey,
  searched: row.searched,
  redelivered: row.redelivered,
  result: row.result,
  task_id: row.taskId,
  pull_request: row.pullRequest,
  approved: row.approved?.toISOString() ?? null,
  approved_by: row.approver,
  code: row.code,
  problem: row.problem,
  ...row.reading,
  size: row.size,
  can_redeliver: row.isKept,
});
