import type { Engine } from '../ports.js';
import type { Executor } from '../statements/sql.js';
import { type WebhookKey, findWebhook, keepWebhookKeys, readWebhookKeys, takeWebhookKeys } from './webhook-keys.js';
import { keepLaunch, type KnownLaunch, type LaunchKey, readLaunch, takeLaunchKey } from './launch-keys.js';

/** Key by which a repeated launch is recognised. */
export type OnceKey = LaunchKey | WebhookKey;

export const isWebhook = (key: OnceKey): key is WebhookKey => 'webhookKey' in key;

/** The launch of this key, if there was one. */
export const findOnce = (engine: Engine, key: OnceKey): Promise<KnownLaunch | undefined> =>
  isWebhook(key) ? findWebhook(engine, key) : readLaunch(engine.dataSource, key);

/** Takes the key for a task that the same transaction stores, or answers the launch that took it before. */
export async function takeOnce(on: Executor, key: OnceKey): Promise<KnownLaunch | undefined> {
  if (!isWebhook(key)) {
    return takeLaunchKey(on, key);
  }
  const [isFree] = await takeWebhookKeys(on, [key]);
  const [known] = isFree ? [] : await readWebhookKeys(on, [key]);
  return known;
}

export const keepOnce = (on: Executor, key: OnceKey, taskId: number): Promise<void> =>
  isWebhook(key) ? keepWebhookKeys(on, [key], [taskId]) : keepLaunch(on, key, taskId);
