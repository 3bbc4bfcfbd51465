import 'reflect-metadata';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { RepeatingDataSource } from './deadlocks/repeating-data-source.js';
import { entities } from './entities.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/index.js';
import { preparingClient, type StatementListener } from './preparing-client.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

export interface DataSourceSettings {
  /** Most connections held at once. */
  poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** Called with the time of each statement in milliseconds, also of one that failed. */
  onStatement?: StatementListener | undefined;
}

/**
 * A data source for the PostgreSQL at `url`, not connected yet: call `initialize()`, then {@link migrate}.
 * Transactions, and statements outside of one, that lost a deadlock are run again, see {@link RepeatingDataSource}.
 * A connection that breaks while idle is dropped silently; the next query opens another.
 */
export function createDataSource(url: string, settings: DataSourceSettings = {}): DataSource {
  return new RepeatingDataSource({
    type: 'postgres',
    driver: pg,
    url,
    applicationName: settings.applicationName ?? 'switchyard',
    entities,
    migrations,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    installExtensions: false,
    poolErrorHandler: () => undefined,
    poolSize: settings.poolSize ?? 10,
    extra: { connectionTimeoutMillis: 10_000, keepAlive: true, Client: preparingClient(settings.onStatement) },
  });
}

/**
 * A data source that is connected and whose schema is up to date, whichever process comes first. Nothing stays open after a failure.
 */
export async function openDatabase(url: string, settings: DataSourceSettings): Promise<DataSource> {
  const dataSource = await createDataSource(url, settings).initialize();
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
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
