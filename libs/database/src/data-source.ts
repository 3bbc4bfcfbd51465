import 'reflect-metadata';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { RepeatingDataSource } from './deadlocks/repeating-data-source.js';
import { entities } from './entities.js';
import { migrations } from './migrations/index.js';
import { PreparingClient } from './preparing-client.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

export interface DataSourceSettings {
  /** Most connections held at once. */
  poolSize?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
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
    extra: { connectionTimeoutMillis: 10_000, keepAlive: true, Client: PreparingClient },
  });
}
