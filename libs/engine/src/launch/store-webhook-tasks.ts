import { StatementBatcher } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import { type WebhookKey, keepWebhookKeys, readWebhookKeys, takeWebhookKeys } from './webhook-keys.js';
import { insertTasks, type StoredTask } from './insert-tasks.js';
import type { KnownLaunch } from './launch-keys.js';
import type { TaskDraft } from './task-draft.js';

/** A task that is stored unless its delivery has one. */
export interface WebhookTask {
  key: WebhookKey;
  draft: TaskDraft;
  notifiesRunners: boolean;
}

export type StoredWebhook = { stored: StoredTask } | { known: KnownLaunch };

/** Stores the task, or answers that of the delivery. Calls at the same time share a transaction. */
export const storeWebhookTask = (engine: Engine, task: WebhookTask): Promise<StoredWebhook> =>
  deliveries(engine).run(task);

const deliveries = perEngine(
  ({ dataSource }) =>
    new StatementBatcher((tasks: readonly WebhookTask[]) =>
      dataSource.transaction((manager) => storeWebhookTasks(manager, tasks)),
    ),
);

async function storeWebhookTasks(on: EntityManager, tasks: readonly WebhookTask[]): Promise<StoredWebhook[]> {
  const keys = tasks.map(({ key }) => key);
  const isFree = await takeWebhookKeys(on, keys);
  const fresh = tasks.filter((_, i) => isFree[i]);
  const stored = fresh.length === 0 ? [] : await storeFresh(on, fresh);
  const byTask = new Map(fresh.map((task, i) => [task, stored[i]]));
  const known = isFree.includes(false) ? await readWebhookKeys(on, keys) : [];
  return tasks.map((task, i) => {
    const [own, other] = [byTask.get(task), known[i]];
    if (own) {
      return { stored: own };
    }
    if (!other) {
      throw new Error('a delivery was neither stored nor known');
    }
    return { known: other };
  });
}

async function storeFresh(on: EntityManager, fresh: readonly WebhookTask[]): Promise<StoredTask[]> {
  const stored = await insertTasks(
    on,
    fresh.map(({ draft }) => draft),
    fresh.some(({ notifiesRunners }) => notifiesRunners),
  );
  await keepWebhookKeys(
    on,
    fresh.map(({ key }) => key),
    stored.map(({ entity }) => entity.id),
  );
  return stored;
}
