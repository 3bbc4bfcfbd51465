import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import { BillingAccount } from '../billing/billing-account.entity.js';
import { Integration } from '../integration/integration.entity.js';
import { IntegrationLaunch } from '../integration/integration-launch.entity.js';
import { ScheduleRun } from '../schedule/schedule-run.entity.js';
import { Schedule } from '../schedule/schedule.entity.js';
import { migratedDatabase, type MigratedDatabase, newProject, newSchedule, newTemplate } from '../testing/index.js';
import { BillingTiers1764581700000 } from './1764581700000-billing-tiers.js';
import { DueTimes1764581710000 } from './1764581710000-due-times.js';
import { WebhookKeys1764581810000 } from './1764581810000-webhook-keys.js';

describe('a rename', () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase(2);
  });
  afterAll(() => database.drop());

  /** Runs a migration back, looks at the older schema, and runs it again. */
  async function back<T>(migration: MigrationInterface, look: (query: typeof database.dataSource.query) => Promise<T>) {
    const runner = database.dataSource.createQueryRunner();
    try {
      await migration.down(runner);
      const found = await look((text: string) => runner.query(text));
      await migration.up(runner);
      return found;
    } finally {
      await runner.release();
    }
  }

  it('should keep what projects pay for', async () => {
    const { manager } = database.dataSource;
    const { id: projectId } = await newProject(database.dataSource);
    await manager.insert(BillingAccount, { projectId, tier: 'medium' });
    const older = await back(new BillingTiers1764581700000(), (query) => query('select plan from billing_account'));
    expect(older).toEqual([{ plan: 'medium' }]);
    expect(await manager.findOneByOrFail(BillingAccount, { projectId })).toMatchObject({ tier: 'medium' });
  });

  it('should keep due times, and that each comes once', async () => {
    const { manager } = database.dataSource;
    const { id: projectId } = await newProject(database.dataSource);
    const due = new Date('2026-01-01T04:00:00Z');
    const template = await newTemplate(database.dataSource, { projectId });
    const { id } = await newSchedule(database.dataSource, template, { nextDue: due });
    await manager.insert(ScheduleRun, { scheduleId: id, due, result: 'missed' });
    const older = await back(new DueTimes1764581710000(), (query) =>
      query('select next_run_at, planned from schedule join schedule_run on schedule_id = id'),
    );
    expect(older).toEqual([{ next_run_at: due, planned: due }]);
    expect(await manager.findOneByOrFail(Schedule, { id })).toMatchObject({ nextDue: due });
    await expect(manager.insert(ScheduleRun, { scheduleId: id, due, result: 'started' })).rejects.toThrow(/pkey/);
  });

  it('should keep the webhooks that came, and that each starts one task', async () => {
    const { manager } = database.dataSource;
    const { id: projectId } = await newProject(database.dataSource);
    const { id: templateId } = await newTemplate(database.dataSource, { projectId });
    const { id: integrationId } = await manager.save(
      manager.create(Integration, { projectId, templateId, name: 'push' }),
    );
    await manager.insert(IntegrationLaunch, { integrationId, webhookKey: 'once' });
    const older = await back(new WebhookKeys1764581810000(), (query) =>
      query('select delivery_key from integration_launch'),
    );
    expect(older).toEqual([{ delivery_key: 'once' }]);
    await expect(manager.insert(IntegrationLaunch, { integrationId, webhookKey: 'once' })).rejects.toThrow(/pkey/);
  });
});
