import { StatementBatcher } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import { type WebhookKey, keepWebhookKeys, readWebhookKeys, takeWebhookKeys } from './webhook-keys.js';
import { insertTasks, type StoredTask } from './insert-tasks.js';
import { claimedElsewhere, keepCommits } from './commit-launches.js';
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
  const made = fresh.length === 0 ? [] : await storeFresh(on, fresh);
  const byTask = new Map(fresh.map((task, i) => [task, made[i]]));
  const known = isFree.includes(false) ? await readWebhookKeys(on, keys) : [];
  return tasks.map((task, i) => {
    const [own, other] = [byTask.get(task), known[i]];
    if (own) {
      return own;
    }
    if (!other) {
      throw new Error('a delivery was neither stored nor known');
    }
    return { known: other };
  });
}

/** Stores the tasks of webhooks whose keys this transaction has taken, but one for those of one commit. */
export async function storeFresh(on: EntityManager, fresh: readonly WebhookTask[]): Promise<StoredWebhook[]> {
  const known = await claimedElsewhere(
    on,
    fresh.map(({ draft }) => draft),
  );
  const own = fresh.filter((_, i) => known[i] === null);
  const stored =
    own.length === 0
      ? []
      : await insertTasks(
          on,
          own.map(({ draft }) => draft),
          own.some(({ notifiesRunners }) => notifiesRunners),
        );
  const byTask = new Map(own.map((task, i) => [task, stored[i]]));
  const taskAt = (index: number): number => {
    const [task, other] = [fresh[index], known[index]];
    const ownTask = task && byTask.get(task);
    return ownTask ? ownTask.entity.id : other && 'first' in other ? taskAt(other.first) : (other?.taskId ?? 0);
  };
  const taskIds = fresh.map((_, i) => taskAt(i));
  await keepWebhookKeys(
    on,
    fresh.map(({ key }) => key),
    taskIds,
  );
  await keepCommits(
    on,
    own.map(({ draft }) => draft),
    stored.map(({ entity }) => entity.id),
  );
  return fresh.map((task, i) => {
    const ownTask = byTask.get(task);
    return ownTask ? { stored: ownTask } : { known: { taskId: taskIds[i] ?? 0, fingerprint: '' } };
  });
}
