import { appendFile, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.js';
import { type DedicatedPostgres, startPostgres } from './postgres.js';

/** A PostgreSQL server with a standby that has every committed transaction. */
export interface PostgresPair {
  /** Names both, the primary first. */
  url: string;
  primary: DedicatedPostgres;
  standby: DedicatedPostgres;
  /** Makes the standby the primary. End the other one first. */
  promote(): Promise<void>;
  /** Ends both and removes their directories. Call in `afterAll`. */
  remove(): Promise<void>;
}

/**
 * Starts both with streaming replication. A commit waits for the standby, so that a fail-over loses none
 * (https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION).
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const primary = await startPostgres({ durable: true, settings: { max_wal_senders: '4' } });
  await primary.stop();
  const standby = await startPostgres({
    durable: true,
    async prepare(directory) {
      await copyAsStandby(primary, directory);
      await primary.restart();
    },
  });
  await run(primary.url, `alter system set synchronous_standby_names = 'standby'`);
  await run(primary.url, 'select pg_reload_conf()');
  await eventually(async () => {
    const [row] = await run(primary.url, 'select sync_state from pg_stat_replication');
    if (row?.sync_state !== 'sync') {
      throw new Error('The standby does not follow its primary');
    }
  });
  return {
    url: primary.url.replace(/:\d+\//, `:${primary.port},127.0.0.1:${standby.port}/`),
    primary,
    standby,
    promote: async () => void (await run(standby.url, 'select pg_promote()')),
    remove: async () => void (await Promise.all([primary.remove(), standby.remove()])),
  };
}

async function copyAsStandby({ url, directory }: DedicatedPostgres, target: string): Promise<void> {
  const { hostname, port, username, password } = new URL(url);
  const cluster = join(target, 'cluster');
  await cp(directory, target, { recursive: true });
  await Promise.all(['postmaster.pid', 'postmaster.opts'].map((file) => rm(join(cluster, file), { force: true })));
  await writeFile(join(cluster, 'standby.signal'), '');
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
}

async function run(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
