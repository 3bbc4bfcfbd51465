import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, startPostgres, type TestDatabase } from '@switchyard/testing';
import pg from 'pg';
import { silent } from '../testing/stores.js';
import { createQueueBackend } from './create-queue-backend.js';

describe('createPostgresFactory', () => {
  let database: TestDatabase;
  let admin: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  });

  afterAll(async () => {
    await admin.end();
    await database.drop();
  });

  it('should survive a server that dies in the middle of a statement', async () => {
    const server = await startPostgres();
    const backend = await createQueueBackend({ databaseUrl: server.url, logger: silent });
    const locker = new pg.Client({ connectionString: server.url });
    locker.on('error', () => undefined);
    await locker.connect();
    await locker.query('begin; lock table bullmq.migration in access exclusive mode');
    const added = backend.queue<{ reason: string }>('dispatch').add({ reason: 'first use' });
    const failed = expect(added).rejects.toThrow();
    await eventually(async () => {
      const blocked = `select 1 from pg_stat_activity where application_name = 'switchyard-queue' and wait_event_type = 'Lock'`;
      expect((await locker.query(blocked)).rowCount).toBe(1);
    });
    await server.kill();
    await failed;
    await backend.close();
    await server.remove();
  });

  it('should refuse more workers than its connections are enough for', async () => {
    const backend = await createQueueBackend({ databaseUrl: database.url, logger: silent });
    const add = (name: string) => backend.worker(name, async () => undefined);
    const workers = ['a', 'b', 'c', 'd', 'e'].map(add);
    await Promise.all(workers.map((worker) => worker.ready));
    expect(() => add('f')).toThrow('5 queue workers');
    await backend.close();
  });

  it('should keep nothing of the messages that were worked on', async () => {
    const backend = await createQueueBackend({ databaseUrl: database.url, logger: silent });
    const worked: string[] = [];
    backend.worker<{ reason: string }>('kept', async ({ reason }) => {
      worked.push(reason);
      throw new Error('hunter2');
    });
    await backend.queue<{ reason: string }>('kept').add({ reason: 'bad' });
    await eventually(async () => {
      expect(worked).toEqual(['bad']);
      expect((await admin.query(`select 1 from bullmq.job where queue = 'kept'`)).rowCount).toBe(0);
    });
    const { rows } = await admin.query(`select * from bullmq.event where queue = 'kept'`);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    await backend.close();
  });
});
