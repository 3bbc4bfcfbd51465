import 'reflect-metadata';
import { connectionTo } from '@switchyard/postgres';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { RepeatingDataSource } from './deadlocks/repeating-data-source.js';
import { entities } from './entities.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/index.js';
import { preparingClient, type StatementListener } from './preparing-client.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** Longest time of a statement, waits for locks included, in milliseconds. */
const STATEMENT_MS = 60_000;
/** Longest time in which an open transaction may do nothing: what a stopped process has locked is free again after it. */
const IDLE_TRANSACTION_MS = 60_000;
/** The server has its own deadline: one that is silent for longer is gone. */
const ANSWER_MS = STATEMENT_MS + 10_000;

const deadlines = {
  query_timeout: ANSWER_MS,
  /** Poolers take no options in the start packet. */
  onConnect: (client: pg.ClientBase): Promise<unknown> =>
    client.query(
      `set statement_timeout = ${STATEMENT_MS}; set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`,
    ),
};

export interface DataSourceSettings {
  /** Most connections held at once. */
  poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Called with the time of each statement in milliseconds, also of one that failed. */
  onStatement?: StatementListener | undefined;
  /** Statements may take as long as they like: for changes of the schema, and for a restore. */
  unlimited?: boolean;
  /** None for changes of the schema. Default: all. */
  entities?: [];
}

/**
 * A data source for the PostgreSQL at the address, not connected yet: call `initialize()`, then {@link migrate}.
 * Transactions, and statements outside of one, that lost a deadlock are run again, see {@link RepeatingDataSource}.
 * A connection that breaks while idle is dropped silently; the next query opens another. A statement that takes longer than a minute fails.
 */
export function createDataSource(address: string, settings: DataSourceSettings = {}): DataSource {
  const { connectionString: url, Client } = connectionTo(address, preparingClient(settings.onStatement));
  return new RepeatingDataSource({
    type: 'postgres',
    driver: pg,
    url,
    applicationName: settings.applicationName ?? 'switchyard',
    entities: settings.entities ?? entities,
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    installExtensions: false,
    poolErrorHandler: () => undefined,
    poolSize: settings.poolSize ?? 10,
    extra: { connectionTimeoutMillis: 10_000, keepAlive: true, Client, ...(settings.unlimited ? {} : deadlines) },
  });
}

/**
 * A data source that is connected and whose schema is up to date, whichever process comes first. Nothing stays open after a failure.
 */
export async function openDatabase(url: string, settings: DataSourceSettings): Promise<DataSource> {
  await migrateFirst(url);
  return createDataSource(url, settings).initialize();
}

async function migrateFirst(url: string): Promise<void> {
  const dataSource = await createDataSource(url, { poolSize: 2, unlimited: true, entities: [] }).initialize();
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** How the pool of a data source is used. */
export interface PoolUse extends Record<string, number> {
  used: number;
  idle: number;
  /** Statements and transactions that wait for a connection. */
  waiting: number;
}

export function poolUse(dataSource: DataSource): PoolUse {
  const { master } = dataSource.driver as PostgresDriver & { master: pg.Pool };
  return { used: master.totalCount - master.idleCount, idle: master.idleCount, waiting: master.waitingCount };
}
