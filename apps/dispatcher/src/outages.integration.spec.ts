import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { createDataSource, migrate, Task } from '@switchyard/database';
import { newProject, newRunner, newTask, newTemplate } from '@switchyard/database/testing';
import { eventually, startPostgres, startRedis, type DedicatedPostgres, type TestRedis } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { keptLog, startDispatcher } from './testing/dispatcher-under-test.js';

describe('a dispatcher through outages', () => {
  let postgres: DedicatedPostgres;
  let redis: TestRedis;
  let source: DataSource;
  let dispatcher: INestApplicationContext | undefined;

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    source = await createDataSource(postgres.url).initialize();
    await migrate(source);
  });
  afterEach(async () => {
    await dispatcher?.close();
    dispatcher = undefined;
  });
  afterAll(async () => {
    await source.destroy();
    await Promise.all([postgres.remove(), redis.remove()]);
  });

  async function dispatches(): Promise<void> {
    await source.query('update runner set active = false');
    const { id: projectId } = await newProject(source);
    await newRunner(source, { projectId });
    const task = await newTask(source, await newTemplate(source, { projectId }));
    await eventually(async () => {
      expect((await source.getRepository(Task).findOneByOrFail({ id: task.id })).status).toBe('starting');
    });
  }

  it('should go on after the database was killed', async () => {
    dispatcher = await startDispatcher({ SWITCHYARD_DATABASE_URL: postgres.url });
    await dispatches();
    await postgres.kill();
    await postgres.restart();
    await eventually(() => source.query('select 1'));
    await dispatches();
  });

  it('should go on after the queue was killed, and dispatch while it is away', async () => {
    const settings = { SWITCHYARD_DATABASE_URL: postgres.url, SWITCHYARD_QUEUE_URL: redis.url };
    dispatcher = await startDispatcher(settings);
    await dispatches();
    await redis.kill();
    await dispatches();
    await redis.restart();
    await dispatches();
  });

  it('should wait for the database at the start', async () => {
    await postgres.stop();
    const log = keptLog();
    const starting = startDispatcher({ SWITCHYARD_DATABASE_URL: postgres.url }, log);
    await eventually(() => expect(log.lines.join('')).toContain('Waiting for the database'));
    await postgres.restart();
    dispatcher = await starting;
    await eventually(() => source.query('select 1'));
    await dispatches();
  });

  it('should give up waiting on shutdown', async () => {
    await postgres.stop();
    const log = keptLog();
    const end = new AbortController();
    const starting = startDispatcher({ SWITCHYARD_DATABASE_URL: postgres.url }, log, end.signal);
    await eventually(() => expect(log.lines.join('')).toContain('Waiting for the database'));
    end.abort();
    await expect(starting).rejects.toThrow();
    await postgres.restart();
  });
});
