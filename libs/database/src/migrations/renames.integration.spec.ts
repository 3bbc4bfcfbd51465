import { afterEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { BillingTiers1764581700000 } from './1764581700000-billing-tiers.js';
import { DueTimes1764581710000 } from './1764581710000-due-times.js';
import { WebhookKeys1764581810000 } from './1764581810000-webhook-keys.js';

describe('a rename', () => {
  let database: EarlierDatabase;
  afterEach(() => database.drop());

  it('should keep what projects pay for', async () => {
    database = await EarlierDatabase.before(BillingTiers1764581700000);
    const project_id = await database.insert('project', { name: 'Shop' });
    await database.insert('billing_account', { project_id, plan: 'medium' });
    await database.migrate();
    expect(await database.query('select tier from billing_account')).toEqual([{ tier: 'medium' }]);
    await database.revert();
    expect(await database.query('select plan from billing_account')).toEqual([{ plan: 'medium' }]);
  });

  it('should keep due times, and that each comes once', async () => {
    database = await EarlierDatabase.before(DueTimes1764581710000);
    const { projectId, templateId } = await database.newTemplate();
    const due = new Date('2026-01-01T04:00:00Z');
    const schedule = { project_id: projectId, template_id: templateId, name: 'Nightly', next_run_at: due };
    const schedule_id = await database.insert('schedule', schedule);
    await database.insert('schedule_run', { schedule_id, planned: due, result: 'missed' });
    await database.migrate();
    expect(await database.query('select next_due, due from schedule join schedule_run on schedule_id = id')).toEqual([
      { next_due: due, due },
    ]);
    await expect(database.insert('schedule_run', { schedule_id, due, result: 'started' })).rejects.toThrow(/pkey/);
  });

  it('should keep the webhooks that came, and that each starts one task', async () => {
    database = await EarlierDatabase.before(WebhookKeys1764581810000);
    const { projectId, templateId } = await database.newTemplate();
    const integration = { project_id: projectId, template_id: templateId, name: 'push' };
    const integration_id = await database.insert('integration', integration);
    await database.insert('integration_launch', { integration_id, delivery_key: 'once' });
    await database.migrate();
    const launch = { integration_id, webhook_key: 'once' };
    expect(await database.query('select integration_id, webhook_key from integration_launch')).toEqual([launch]);
    await expect(database.insert('integration_launch', launch)).rejects.toThrow(/pkey/);
  });
});
