import { retry } from '@switchyard/concurrency';
import { createDataSource, migrate } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import type { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';

const PAUSE_MS = { min: 250, max: 5_000 };

/**
 * Tries to open a store until it succeeds.
 * @param what names it in the log
 * @throws the last error when `signal` is aborted
 */
export const untilAvailable = <T>(
  what: string,
  open: () => Promise<T>,
  logger: Logger,
  signal: AbortSignal,
): Promise<T> =>
  retry(open, { ...PAUSE_MS, signal, onFailure: (error) => logger.warn({ err: error }, `Waiting for the ${what}`) });

/** Connections of one dispatcher: a drain, the reasons, the leases, the sweep, the messages, the health check. */
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
