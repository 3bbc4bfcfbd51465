import type { Engine } from '../ports.js';
import type { Executor } from '../statements/sql.js';
import { type DeliveryKey, findDelivery, keepDeliveries, readDeliveries, takeDeliveries } from './delivery-keys.js';
import { keepLaunch, type KnownLaunch, type LaunchKey, readLaunch, takeLaunchKey } from './launch-keys.js';

/** What makes a launch that is sent again the same launch. */
export type OnceKey = LaunchKey | DeliveryKey;

export const isDelivery = (key: OnceKey): key is DeliveryKey => 'deliveryKey' in key;

/** The launch of this key, if there was one. */
export const findOnce = (engine: Engine, key: OnceKey): Promise<KnownLaunch | undefined> =>
  isDelivery(key) ? findDelivery(engine, key) : readLaunch(engine.dataSource, key);

/** Takes the key for a task that the same transaction stores, or answers the launch that took it before. */
export async function takeOnce(on: Executor, key: OnceKey): Promise<KnownLaunch | undefined> {
  if (!isDelivery(key)) {
    return takeLaunchKey(on, key);
  }
  const [isFree] = await takeDeliveries(on, [key]);
  const [known] = isFree ? [] : await readDeliveries(on, [key]);
  return known;
}

export const keepOnce = (on: Executor, key: OnceKey, taskId: number): Promise<void> =>
  isDelivery(key) ? keepDeliveries(on, [key], [taskId]) : keepLaunch(on, key, taskId);
