import { Redis } from 'ioredis';
import pg from 'pg';
import type { TestStack } from './stack.js';

/**
 * Removes every message of every queue, as an operator or a crash may.
 * @returns the number of tables or databases that were emptied
 */
export async function emptyQueue({ redis, postgres }: Pick<TestStack, 'redis' | 'postgres'>): Promise<number> {
  return redis ? emptyRedis(redis.url) : emptyPostgres(postgres.url);
}

async function emptyRedis(url: string): Promise<number> {
  const client = new Redis(url, { maxRetriesPerRequest: 1, retryStrategy: null });
  client.on('error', () => undefined);
  try {
    await client.flushall();
    return 1;
  } finally {
    client.disconnect();
  }
}

async function emptyPostgres(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'bullmq' and tablename in ('job', 'event')`,
    );
    await client.query(`truncate ${rows.map((row) => `bullmq.${row.tablename}`).join(', ')} cascade`);
    return rows.length;
  } finally {
    await client.end();
  }
}
