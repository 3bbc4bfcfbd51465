import { StatementBatcher } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { perEngine } from '../statements/per-engine.js';
import { type Executor, inOrder, type Numbered, rows } from '../statements/sql.js';
import type { KnownLaunch } from './launch-keys.js';

/** The sender's id of a webhook at one integration, so that a webhook that comes again starts nothing new. */
export interface WebhookKey {
  integrationId: number;
  webhookKey: string;
}

/** The launch of this webhook, if there was one. Calls at the same time share a statement. */
export const findWebhook = (engine: Engine, key: WebhookKey): Promise<KnownLaunch | undefined> =>
  lookups(engine).run(key);

const lookups = perEngine(
  ({ dataSource }) => new StatementBatcher((keys: readonly WebhookKey[]) => readWebhookKeys(dataSource, keys)),
);

type Given = [integrationIds: number[], webhookKeys: string[]];
const given = (keys: readonly WebhookKey[]): Given => [
  keys.map(({ integrationId }) => integrationId),
  keys.map(({ webhookKey }) => webhookKey),
];

/** The launch of each. */
export async function readWebhookKeys(on: Executor, keys: readonly WebhookKey[]): Promise<(KnownLaunch | undefined)[]> {
  const found = await rows<KnownLaunch & Numbered>(
    on,
    `select given.n::int, l.task_id as "taskId", '' as fingerprint
       from unnest($1::int[], $2::text[]) with ordinality as given(integration_id, webhook_key, n)
       join integration_launch l on l.integration_id = given.integration_id and l.webhook_key = given.webhook_key`,
    given(keys),
  );
  return inOrder(found, keys.length);
}

/**
 * Claims webhooks for tasks that the same transaction stores. Waits for a transaction that has taken one before.
 * @returns of each whether it was free; of equal ones the first
 */
export async function takeWebhookKeys(on: Executor, keys: readonly WebhookKey[]): Promise<boolean[]> {
  const taken = await rows<WebhookKey>(
    on,
    `insert into integration_launch (integration_id, webhook_key)
       select distinct * from unnest($1::int[], $2::text[]) as given(integration_id, webhook_key) order by 1, 2
     on conflict (integration_id, webhook_key) do nothing
     returning integration_id as "integrationId", webhook_key as "webhookKey"`,
    given(keys),
  );
  const free = new Set(taken.map(idOf));
  return keys.map((key) => free.delete(idOf(key)));
}

const idOf = ({ integrationId, webhookKey }: WebhookKey): string => `${integrationId} ${webhookKey}`;

export async function keepWebhookKeys(
  on: Executor,
  keys: readonly WebhookKey[],
  taskIds: readonly number[],
): Promise<void> {
  await rows(
    on,
    `update integration_launch l set task_id = given.task_id
       from unnest($1::int[], $2::text[], $3::int[]) as given(integration_id, webhook_key, task_id)
      where l.integration_id = given.integration_id and l.webhook_key = given.webhook_key`,
    [...given(keys), taskIds],
  );
}
