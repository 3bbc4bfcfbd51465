import { createDataSource, migrate, poolUse } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import type { ApiConfig } from '../config.js';
import type { ApiMetrics } from '../metrics/api-metrics.js';

/** Connections of one api process. */
const POOL_SIZE = 20;

/** Connects and brings the schema up to date, whichever process comes first. */
export async function openDatabase(
  config: Pick<ApiConfig, 'SWITCHYARD_DATABASE_URL'>,
  metrics?: ApiMetrics,
): Promise<DataSource> {
  const dataSource = await createDataSource(config.SWITCHYARD_DATABASE_URL, {
    applicationName: 'switchyard-api',
    poolSize: POOL_SIZE,
    onStatement: metrics?.isServed ? (ms) => metrics.statementEnded(ms / 1000) : undefined,
  }).initialize();
  metrics?.gauge('database_connections', 'state', 'Connections of this api to PostgreSQL, and who waits for one', () =>
    poolUse(dataSource),
  );
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}
