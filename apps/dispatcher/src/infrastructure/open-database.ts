import { createDataSource, migrate } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import type { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { untilAvailable } from './until-available.js';

/** Connections of one dispatcher: a drain, the reasons, the leases, the sweep, the deliveries, the health check. */
const POOL_SIZE = 8;

/** Connects and brings the schema up to date, whichever process comes first. */
export function openDatabase(config: DispatcherConfig, logger: Logger, signal: AbortSignal): Promise<DataSource> {
  return untilAvailable('database', () => open(config.SWITCHYARD_DATABASE_URL), logger, signal);
}

async function open(url: string): Promise<DataSource> {
  const settings = { applicationName: 'switchyard-dispatcher', poolSize: POOL_SIZE };
  const dataSource = await createDataSource(url, settings).initialize();
  try {
    await migrate(dataSource);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}
