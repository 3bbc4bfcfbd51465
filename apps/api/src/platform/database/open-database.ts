import { createDataSource, migrate } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import type { ApiConfig } from '../config.js';

/** Connections of one api process. */
const POOL_SIZE = 20;

/** Connects and brings the schema up to date, whichever process comes first. */
export async function openDatabase(config: Pick<ApiConfig, 'SWITCHYARD_DATABASE_URL'>): Promise<DataSource> {
  const settings = { applicationName: 'switchyard-api', poolSize: POOL_SIZE };
  const dataSource = await createDataSource(config.SWITCHYARD_DATABASE_URL, settings).initialize();
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}
