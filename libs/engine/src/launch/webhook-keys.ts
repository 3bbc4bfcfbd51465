import { StatementBatcher } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import { type Executor, inOrder, type Numbered, rows } from '../statements/sql.js';
import type { KnownLaunch } from './launch-keys.js';

/** The sender's id of a webhook at one integration, so that a webhook that comes again starts nothing new. */
export interface WebhookKey {
  integrationId: number;
  deliveryKey: string;
}

/** The launch of this delivery, if there was one. Calls at the same time share a statement. */
export const findWebhook = (engine: Engine, key: WebhookKey): Promise<KnownLaunch | undefined> =>
  lookups(engine).run(key);

const lookups = perEngine(
  ({ dataSource }) => new StatementBatcher((keys: readonly WebhookKey[]) => readWebhookKeys(dataSource, keys)),
);

type Given = [integrationIds: number[], deliveryKeys: string[]];
const given = (keys: readonly WebhookKey[]): Given => [
  keys.map(({ integrationId }) => integrationId),
  keys.map(({ deliveryKey }) => deliveryKey),
];

/** The launch of each. */
export async function readWebhookKeys(on: Executor, keys: readonly WebhookKey[]): Promise<(KnownLaunch | undefined)[]> {
  const found = await rows<KnownLaunch & Numbered>(
    on,
    `select given.n::int, l.task_id as "taskId", '' as fingerprint
       from unnest($1::int[], $2::text[]) with ordinality as given(integration_id, delivery_key, n)
       join integration_launch l on l.integration_id = given.integration_id and l.delivery_key = given.delivery_key`,
    given(keys),
  );
  return inOrder(found, keys.length);
}

/**
 * Takes deliveries for tasks that the same transaction stores. Waits for a transaction that has taken one before.
 * @returns of each whether it was free; of equal ones the first
 */
export async function takeWebhookKeys(on: Executor, keys: readonly WebhookKey[]): Promise<boolean[]> {
  const taken = await rows<WebhookKey>(
    on,
    `insert into integration_launch (integration_id, delivery_key)
       select distinct * from unnest($1::int[], $2::text[]) as given(integration_id, delivery_key) order by 1, 2
     on conflict (integration_id, delivery_key) do nothing
     returning integration_id as "integrationId", delivery_key as "deliveryKey"`,
    given(keys),
  );
  const free = new Set(taken.map(idOf));
  return keys.map((key) => free.delete(idOf(key)));
}

const idOf = ({ integrationId, deliveryKey }: WebhookKey): string => `${integrationId} ${deliveryKey}`;

export async function keepWebhookKeys(
  on: Executor,
  keys: readonly WebhookKey[],
  taskIds: readonly number[],
): Promise<void> {
  await rows(
    on,
    `update integration_launch l set task_id = given.task_id
       from unnest($1::int[], $2::text[], $3::int[]) as given(integration_id, delivery_key, task_id)
      where l.integration_id = given.integration_id and l.delivery_key = given.delivery_key`,
    [...given(keys), taskIds],
  );
}
