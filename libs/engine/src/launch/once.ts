import type { Executor } from '../statements/sql.js';
import { type DeliveryKey, keepDelivery, readDelivery, takeDelivery } from './delivery-keys.js';
import { keepLaunch, type KnownLaunch, type LaunchKey, readLaunch, takeLaunchKey } from './launch-keys.js';

/** What makes a launch that is sent again the same launch. */
export type OnceKey = LaunchKey | DeliveryKey;

const isDelivery = (key: OnceKey): key is DeliveryKey => 'deliveryKey' in key;

/** The launch of this key, if there was one. */
export const findOnce = (on: Executor, key: OnceKey): Promise<KnownLaunch | undefined> =>
  isDelivery(key) ? readDelivery(on, key) : readLaunch(on, key);

/** Takes the key for a task that the same transaction stores, or answers the launch that took it before. */
export const takeOnce = (on: Executor, key: OnceKey): Promise<KnownLaunch | undefined> =>
  isDelivery(key) ? takeDelivery(on, key) : takeLaunchKey(on, key);

export const keepOnce = (on: Executor, key: OnceKey, taskId: number): Promise<void> =>
  isDelivery(key) ? keepDelivery(on, key, taskId) : keepLaunch(on, key, taskId);
