import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, eventually, startPgBouncer, startPostgres, type TestDatabase } from '@switchyard/testing';
import pg from 'pg';
import { pino } from 'pino';
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

  it('should work behind a pooler, which takes no options of a session', async () => {
    const pooler = await startPgBouncer(database.url, 'session');
    const backend = await createQueueBackend({ databaseUrl: pooler.url, logger: silent });
    const worked: string[] = [];
    const worker = backend.worker<{ reason: string }>('pooled', async ({ reason }) => void worked.push(reason));
    await worker.ready;
    await backend.queue<{ reason: string }>('pooled').add({ reason: 'through a pooler' });
    await eventually(() => Promise.resolve(expect(worked).toEqual(['through a pooler'])));
    await backend.close();
    await pooler.remove();
  });

  it('should refuse more workers than its connections are enough for', async () => {
    const backend = await createQueueBackend({ databaseUrl: database.url, logger: silent });
    const add = (name: string) => backend.worker(name, async () => undefined);
    const workers = ['a', 'b', 'c', 'd', 'e'].map(add);
    await Promise.all(workers.map((worker) => worker.ready));
    expect(() => add('f')).toThrow('5 queue workers');
    await backend.close();
  });

  it('should write a lasting fault once, retry with pauses and go on when it is over', async () => {
    const warned: object[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line) as object) });
    const backend = await createQueueBackend({ databaseUrl: database.url, logger });
    const worked: string[] = [];
    const worker = backend.worker<{ reason: string }>('rests', async ({ reason }) => void worked.push(reason));
    await worker.ready;
    const queue = backend.queue<{ reason: string }>('rests');
    await queue.add({ reason: 'before' });
    await eventually(() => Promise.resolve(expect(worked).toEqual(['before'])));

    await admin.query('alter table bullmq.job rename to job_away');
    await expect(queue.add({ reason: 'lost' })).rejects.toThrow('job');
    await eventually(() => Promise.resolve(expect(warned).not.toEqual([])));
    await admin.query('alter table bullmq.job_away rename to job');
    await queue.add({ reason: 'after' });
    await eventually(() => Promise.resolve(expect(worked).toEqual(['before', 'after'])));
    expect(new Set(warned.map((line) => JSON.stringify({ ...line, time: 0 }))).size).toBe(warned.length);
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
