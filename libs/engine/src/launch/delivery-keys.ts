import { type Executor, row, rows } from '../statements/sql.js';
import type { KnownLaunch } from './launch-keys.js';

/** The sender's id of a webhook at one integration, so that a webhook that comes again starts nothing new. */
export interface DeliveryKey {
  integrationId: number;
  deliveryKey: string;
}

/** The launch of this delivery, if there was one. */
export function readDelivery(
  on: Executor,
  { integrationId, deliveryKey }: DeliveryKey,
): Promise<KnownLaunch | undefined> {
  return row<KnownLaunch>(
    on,
    `select task_id as "taskId", '' as fingerprint from integration_launch where integration_id = $1 and delivery_key = $2`,
    [integrationId, deliveryKey],
  );
}

/**
 * Takes the delivery for a task that the same transaction stores. Waits for a transaction that has taken it before: then
 * answers the launch of that one.
 */
export async function takeDelivery(on: Executor, key: DeliveryKey): Promise<KnownLaunch | undefined> {
  const taken = await rows(
    on,
    `insert into integration_launch (integration_id, delivery_key) values ($1, $2)
     on conflict (integration_id, delivery_key) do nothing returning integration_id`,
    [key.integrationId, key.deliveryKey],
  );
  return taken.length > 0 ? undefined : readDelivery(on, key);
}

export async function keepDelivery(on: Executor, key: DeliveryKey, taskId: number): Promise<void> {
  await rows(on, 'update integration_launch set task_id = $3 where integration_id = $1 and delivery_key = $2', [
    key.integrationId,
    key.deliveryKey,
    taskId,
  ]);
}
