import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase, newProject, newTemplate } from '../testing/index.js';
import { IntegrationDelivery } from './integration-delivery.entity.js';
import { Integration } from './integration.entity.js';
import { deleteOldWebhooks } from './old-webhooks.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe(deleteOldWebhooks.name, () => {
  let database: MigratedDatabase;
  let integrations: [number, number];

  beforeAll(async () => {
    database = await migratedDatabase(2);
    const { id: projectId } = await newProject(database.dataSource);
    const { id: templateId } = await newTemplate(database.dataSource, { projectId });
    const { manager } = database.dataSource;
    const add = (name: string) => manager.save(manager.create(Integration, { projectId, templateId, name }));
    integrations = [(await add('busy')).id, (await add('quiet')).id];
  });
  beforeEach(() => database.dataSource.manager.deleteAll(IntegrationDelivery));
  afterAll(() => database.drop());

  /** Deliveries, one a minute, the newest first. @param ageMs of the newest */
  async function deliver(
    integrationId: number,
    result: IntegrationDelivery['result'],
    count: number,
    ageMs = 0,
  ): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, i) => ({
      id: randomUUID(),
      integrationId,
      received: new Date(Date.now() - ageMs - i * MINUTE_MS),
      sender: '203.0.113.7',
      event: 'push',
      webhookKey: null,
      searched: false,
      redelivered: false,
      result,
      reading: { body: null, matchers: [], values: [], issues: [], ignored: [] } as never,
      size: 1,
    }));
    await database.dataSource.manager.insert(IntegrationDelivery, rows);
    return rows.map(({ id }) => id);
  }
  const left = async (): Promise<string[]> =>
    (await database.dataSource.manager.find(IntegrationDelivery, { order: { received: 'DESC' } })).map(({ id }) => id);

  it('should keep the newest 200 of each integration', async () => {
    const [busy, quiet] = integrations;
    const many = await deliver(busy, 'started', 203);
    const few = await deliver(quiet, 'started', 3, MINUTE_MS / 2);
    await deleteOldWebhooks(database.dataSource);
    expect(new Set(await left())).toEqual(new Set([...many.slice(0, 200), ...few]));
  });

  it('should keep 50 of strangers, which push nobody else out', async () => {
    const [busy] = integrations;
    const proved = await deliver(busy, 'not_matched', 200, MINUTE_MS * 200);
    const strangers = await deliver(busy, 'unauthorized', 60);
    await deleteOldWebhooks(database.dataSource);
    expect(new Set(await left())).toEqual(new Set([...proved, ...strangers.slice(0, 50)]));
  });

  it('should keep nothing for longer than 30 days', async () => {
    const [busy, quiet] = integrations;
    const young = await deliver(quiet, 'started', 1, 29 * DAY_MS);
    await deliver(busy, 'started', 2, 31 * DAY_MS);
    await deleteOldWebhooks(database.dataSource);
    expect(await left()).toEqual(young);
  });
});
