import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { AttemptLease, TaskStatus } from '@switchyard/contracts';
import {
  type MigratedDatabase,
  migratedDatabase,
  newProject,
  newTask,
  newTemplate,
} from '@switchyard/database/testing';
import { type Engine, expireLeases } from '@switchyard/engine';
import { createLogger } from '@switchyard/server';
import { apiConfigSchema } from '../../platform/config.js';
import { createApp } from '../../app/create-app.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';

describe('a control plane that was away for ten minutes', () => {
  let database: MigratedDatabase;
  let dataDir: string;
  let app: NestFastifyApplication;
  const secretKey = randomBytes(32).toString('base64');

  beforeAll(async () => {
    database = await migratedDatabase(4);
    dataDir = await mkdtemp(join(tmpdir(), 'switchyard-away-'));
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(): Promise<NestFastifyApplication> {
    const config = apiConfigSchema.parse({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_DATA_DIR: dataDir,
      SWITCHYARD_SECRET_KEY: secretKey,
      SWITCHYARD_CONSOLE_DIR: join(dataDir, 'no-console'),
    });
    const started = await createApp(config, createLogger({ name: 'api', level: 'error' }));
    await started.listen(0, '127.0.0.1');
    return started;
  }

  /** Work of a dispatcher that was not away. */
  const expire = (): Promise<unknown> => {
    const signals = {
      taskChanged: nothing,
      runnersChanged: nothing,
      logGrew: nothing,
      runnersWoken: nothing,
      dispatchNeeded: nothing,
      messagesWritten: nothing,
      deliveryListsChanged: nothing,
      alertsDue: nothing,
      schedulesChanged: nothing,
      listingsEnded: nothing,
      demoDue: nothing,
      projectsDeleted: nothing,
      accessChanged: nothing,
    };
    return expireLeases({
      dataSource: database.dataSource,
      signals,
      secrets: { seal: (text) => text, openText: (text) => text },
      blobs: {} as Engine['blobs'],
    } satisfies Engine);
  };

  /** Moves everything that has a time so far back as if ten minutes had passed. */
  async function tenMinutesPass(): Promise<void> {
    for (const statement of [
      `update attempt set lease_until = lease_until - interval '10 min'`,
      `update runner set touched = touched - interval '10 min', instance_seen = instance_seen - interval '10 min'`,
      `update setting set value = (value::timestamptz - interval '10 min')::text where key = 'present.api'`,
    ]) {
      await database.dataSource.query(statement);
    }
  }

  const status = async (id: number): Promise<TaskStatus | undefined> =>
    (await database.dataSource.query<{ status: TaskStatus }[]>('select status from task where id = $1', [id]))[0]
      ?.status;

  it('should lose no task and no line: the spools of the runners drain in order, and the tasks end as they did', async () => {
    const { dataSource } = database;
    const { id: projectId } = await newProject(dataSource);
    const template = await newTemplate(dataSource, { projectId, allowParallelTasks: true });
    const before = await RunnerClient.create({ address: await app.getUrl(), dataSource });
    const tasks = [await newTask(dataSource, template), await newTask(dataSource, template)];
    await assignWaiting({ app });
    const held = await dataSource.query<(AttemptLease & { task_id: number })[]>(
      'select id as attempt, lease_id as lease, task_id from attempt order by id',
    );
    expect(held).toHaveLength(2);
    for (const { attempt, lease } of held) {
      await before.call('start', { attempt, lease });
      await before.log({ attempt, lease }, 0, 'before\n');
    }
    await app.close();

    await tenMinutesPass();
    await expire();
    expect(await Promise.all(tasks.map(({ id }) => status(id)))).toEqual(['running', 'running']);

    app = await start();
    const runner = before.at(await app.getUrl());
    await expire();
    const orders = held.map(({ attempt, lease }) => ({ attempt, lease, order: 'none' }));
    expect(await runner.call('heartbeat', { held: orders })).toMatchObject({ body: { orders: [], stale: [] } });
    for (const { attempt, lease } of held) {
      expect(await runner.log({ attempt, lease }, 1, 'while away 1\nwhile away 2\n')).toMatchObject({
        body: { ack: [[attempt, 3]] },
      });
      const end = { outcome: 'success', exit_code: 0, signal: null, reason: null, lines: 3, bytes: 0 };
      expect((await runner.call('finish', { attempt, lease, ...end })).status).toBe(200);
    }
    expect(await Promise.all(tasks.map(({ id }) => status(id)))).toEqual(['success', 'success']);
    const bodies = await dataSource.query<{ body: Buffer }[]>(
      'select body from log_chunk order by task_id, first_line',
    );
    expect(Buffer.concat(bodies.map(({ body }) => body)).toString()).toBe(
      'before\nwhile away 1\nwhile away 2\n'.repeat(2),
    );
  });

  it('should still end the task of a runner that did not come back either', async () => {
    const { dataSource } = database;
    const { id: projectId } = await newProject(dataSource);
    const runner = await RunnerClient.create({ address: await app.getUrl(), dataSource }, { projectId });
    const task = await newTask(dataSource, await newTemplate(dataSource, { projectId }));
    await assignWaiting({ app });
    const [held] = await dataSource.query<AttemptLease[]>(
      'select id as attempt, lease_id as lease from attempt where task_id = $1',
      [task.id],
    );
    await runner.call('start', { ...held });
    await dataSource.query(`update attempt set lease_until = now() - interval '1 s' where task_id = $1`, [task.id]);
    await expire();
    expect(await status(task.id)).toBe('error');
    expect(
      (
        await runner.call('finish', {
          ...held,
          outcome: 'success',
          exit_code: 0,
          signal: null,
          reason: null,
          lines: 0,
          bytes: 0,
        })
      ).body,
    ).toMatchObject({ error: 'LEASE_LOST' });
  });
});

const nothing = (): void => undefined;
