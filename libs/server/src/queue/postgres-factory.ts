import { connectionTo } from '@switchyard/postgres';
import { createPostgresBackend, runMigrations, withBackend } from 'bullmq';
import pg from 'pg';
import type { Logger } from '../logging/logger.js';
import { RepeatedWarning } from '../logging/repeated-warning.js';
import { eventOptions, jobOptions, workerOptions, type BullFactory } from './bull-factory.js';

/** Connections of one process: each worker holds one to listen on, the rest serve short statements. */
const MAX_CONNECTIONS = 8;
const MAX_WORKERS = MAX_CONNECTIONS - 3;
/** An answer that takes longer means that a network dropped the connection without a word, in milliseconds. */
const ANSWER_MS = 10_000;

const { Queue, Worker } = withBackend(createPostgresBackend);

/** A pool waits for it. Poolers take no options in the start packet. */
const ofEachConnection = {
  onConnect: (client: pg.ClientBase): Promise<unknown> => client.query('set search_path to bullmq, public'),
};

/** BullMQ on PostgreSQL, in the schema `bullmq`, which is brought up to date first (one process at a time). */
export async function createPostgresFactory(databaseUrl: string, logger: Logger): Promise<BullFactory> {
  const pool = new pg.Pool({
    ...connectionTo(databaseUrl),
    max: MAX_CONNECTIONS,
    application_name: 'switchyard-queue',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    ...ofEachConnection,
  });
  pool.setMaxListeners(0);
  // A connection in use has no listener of the pool's; without one a server restart would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const lost = new RepeatedWarning(logger, 'A queue connection was lost');
  pool.on('error', (error) => lost.warn(error));
  await migrate(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  return {
    kind: 'postgres',
    maxWorkers: MAX_WORKERS,
    createQueue: (name) => new Queue(name, { connection: pool, defaultJobOptions: jobOptions, streams: eventOptions }),
    createWorker: (name, process, concurrency) =>
      new Worker(name, process, { connection: pool, concurrency, ...workerOptions }),
    close: () => pool.end(),
  };
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
}
