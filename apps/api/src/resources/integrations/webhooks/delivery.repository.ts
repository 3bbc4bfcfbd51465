import { SHOWN_DELIVERIES } from '@switchyard/contracts';
import { IntegrationDelivery } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** What a list shows of a delivery: whether it is kept instead of what is kept. */
export type ShownDelivery = Omit<IntegrationDelivery, 'request'> & { isKept: boolean };

const COLUMNS = `id, integration_id as "integrationId", received, sender, event, delivery_key as "deliveryKey", searched,
  redelivered, result, task_id as "taskId", problem, reading, size, request is not null as "isKept"`;

/** The newest deliveries of an integration, newest first. */
export const findDeliveries = (manager: EntityManager, integrationId: number): Promise<ShownDelivery[]> =>
  manager.query<ShownDelivery[]>(
    `select ${COLUMNS} from integration_delivery where integration_id = $1 order by received desc, id limit $2`,
    [integrationId, SHOWN_DELIVERIES],
  );

export const findWebhook = (
  manager: EntityManager,
  integrationId: number,
  id: string,
): Promise<IntegrationDelivery | null> => manager.findOneBy(IntegrationDelivery, { integrationId, id });

/** Stores what became of webhooks. */
export async function insertDeliveries(manager: EntityManager, rows: readonly IntegrationDelivery[]): Promise<void> {
  await manager.insert(IntegrationDelivery, [...rows]);
}
