import { Injectable } from '@nestjs/common';
import type { IntegrationDelivery as WireDelivery } from '@switchyard/contracts';
import { Integration } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { notFound, refusal } from '../../http/refusals.js';
import { findOwned } from '../../project-resources/owned-rows.repository.js';
import { Deliverer } from '../receiving/deliverer.js';
import { WebhookDirectory } from '../receiving/webhook-directory.js';
import { findDeliveries, findDelivery, type ShownDelivery } from './delivery.repository.js';
import { openRequest } from './kept-request.js';

/** The integration of a path. */
interface OfIntegration {
  projectId: number;
  integrationId: number;
}

/** The delivery log of an integration. */
@Injectable()
export class IntegrationDeliveries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    private readonly directory: WebhookDirectory,
    private readonly deliverer: Deliverer,
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
    const stored = await findDelivery(manager, integrationId, id);
    if (!stored) {
      throw notFound();
    }
    if (stored.request === null) {
      throw refusal(409, 'webhook_not_kept');
    }
    const payload = openRequest(this.box, id, stored.request);
    const { sender, size, searched } = stored;
    const arrival = { payload, sender, size, searched, redelivered: true };
    const delivered = await this.deliverer.deliver(await this.directory.receiver(row), arrival);
    const logged = delivered.deliveryId && (await findDelivery(manager, integrationId, delivered.deliveryId));
    if (!logged) {
      throw delivered.error ?? notFound();
    }
    return toDelivery({ ...logged, isKept: logged.request !== null });
  }
}

const toDelivery = (row: ShownDelivery): WireDelivery => ({
  id: row.id,
  integration_id: row.integrationId,
  received: row.received.toISOString(),
  sender: row.sender,
  event: row.event,
  delivery_key: row.deliveryKey,
  searched: row.searched,
  redelivered: row.redelivered,
  result: row.result,
  task_id: row.taskId,
  problem: row.problem,
  ...row.reading,
  size: row.size,
  can_redeliver: row.isKept,
});
