import { retry } from '@switchyard/concurrency';
import { type Infrastructure, openInfrastructure } from '@switchyard/infrastructure';
import type { Logger } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { LazySecretBox } from './lazy-secret-box.js';

/** Pauses between two tries to open a store. */
const PAUSE_MS = { min: 250, max: 5_000 };

/** Connections of one dispatcher: a drain, the reasons, the leases, the sweep, the messages, the health check. */
const POOL_SIZE = 8;

/** What the whole app shares. */
export interface DispatcherInfrastructure extends Infrastructure<LazySecretBox> {
  config: DispatcherConfig;
  logger: Logger;
}

/**
 * Opens everything, or nothing. Waits for database and queue as long as it takes.
 * @throws the last failure of a store when `signal` is aborted
 */
export async function openDispatcherInfrastructure(
  config: DispatcherConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<DispatcherInfrastructure> {
  const opened = await openInfrastructure(config, {
    logger,
    database: { applicationName: 'switchyard-dispatcher', poolSize: POOL_SIZE },
    openSecrets: () => new LazySecretBox(config),
    boxOf: (secrets) => secrets.open(),
    untilAvailable: (what, open) =>
      retry(open, {
        ...PAUSE_MS,
        signal,
        onFailure: (error) => logger.warn({ err: error }, `Waiting for the ${what}`),
      }),
  });
  return { ...opened, config, logger };
}
