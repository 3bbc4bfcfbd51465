import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { Attempt, BillingAccount, BillingTransfer, BillingUsage, type Project } from '@switchyard/database';
import {
  migratedDatabase,
  type MigratedDatabase,
  newProject,
  newRunner,
  newTask,
  newTemplate,
} from '@switchyard/database/testing';
import { type Engine, finishAttempt, startAttempt } from '@switchyard/engine';
import { eventually } from '@switchyard/testing';
import { ENGINE } from './infrastructure/infrastructure.js';
import { startDispatcher } from './testing/dispatcher-under-test.js';

const DAY_MS = 86_400_000;

describe('a dispatcher of the hosted edition', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext | undefined;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(async () => {
    await dispatcher?.close();
    await database.drop();
  });

  const manager = () => database.dataSource.manager;
  const accountOf = ({ id: projectId }: Project) => manager().findOneByOrFail(BillingAccount, { projectId });

  /** A project with a tier whose period ended so long ago. */
  async function subscriber(daysOver: number, balance: number): Promise<Project> {
    const project = await newProject(database.dataSource);
    const { id: projectId } = project;
    const periodEnds = new Date(Date.now() - daysOver * DAY_MS);
    await manager().insert(BillingAccount, { projectId, tier: 'starter', periodEnds, trialUsed: true });
    const paid = { debit: 'gateway', credit: 'customer', cause: 'payment', reference: `p${projectId}` } as const;
    await (balance > 0 && manager().insert(BillingTransfer, { ...paid, projectId, cents: balance }));
    return project;
  }

  it('should renew what is due once, leave what may still be paid, and end what may not, also beside another one', async () => {
    const [paid, waiting, late] = [await subscriber(1, 900), await subscriber(1, 0), await subscriber(8, 0)];
    const settings = { SWITCHYARD_DATABASE_URL: database.url, SWITCHYARD_EDITION: 'hosted' };
    const both = await Promise.all([startDispatcher(settings), startDispatcher(settings)]);
    dispatcher = both[0];
    await eventually(async () => {
      expect((await accountOf(paid)).periodEnds?.getTime()).toBeGreaterThan(Date.now());
      expect((await accountOf(late)).tier).toBe('free');
    });
    await both[1].close();
    expect((await accountOf(waiting)).tier).toBe('starter');
    const charged = await manager().findBy(BillingTransfer, { projectId: paid.id, cause: 'period' });
    expect(charged).toMatchObject([{ cents: 300, debit: 'customer', credit: 'revenue' }]);
  });

  it('should count what a task used when it has ended, and charge minutes beyond the tier', async () => {
    const { dataSource } = database;
    const { id: projectId } = await subscriber(-10, 900);
    const runner = await newRunner(dataSource);
    const task = await newTask(dataSource, await newTemplate(dataSource, { projectId }));
    const engine = dispatcher?.get<Engine>(ENGINE);
    if (!engine) {
      throw new Error('the dispatcher was not started');
    }
    await eventually(async () => expect(await manager().countBy(Attempt, { taskId: task.id })).toBe(1));
    const { id: attempt, leaseId: lease } = await manager().findOneByOrFail(Attempt, { taskId: task.id });
    await startAttempt(engine, runner.id, { attempt, lease });
    await dataSource.query(`update task set started = now() - interval '62 minutes' where id = $1`, [task.id]);
    const end = { exit_code: 0, signal: null, reason: null, problem: null, lines: 0, bytes: 0 };
    await finishAttempt(engine, runner.id, { attempt, lease, outcome: 'success', ...end });
    await eventually(async () => {
      const [usage] = await manager().findBy(BillingUsage, { projectId });
      expect(usage?.coveredMinutes).toBeGreaterThanOrEqual(62);
    });
    const [extra] = await manager().findBy(BillingTransfer, { projectId, cause: 'extra_minutes' });
    expect(extra?.cents).toBeGreaterThanOrEqual(10);
    expect(extra?.cents).toBeLessThanOrEqual(15);
  });
});
