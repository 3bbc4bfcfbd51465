import { setTimeout as pause } from 'node:timers/promises';
import { BusChannel } from '@switchyard/contracts';
import { createBus, createLogger } from '@switchyard/server';
import type { CliConfig } from './cli-config.js';

const PATIENCE_MS = 5_000;

/**
 * Notifies the running processes that the access of users changed, so that live connections end at once. The change
 * holds without it: a process that is not reached reads the database at the next request.
 */
export async function announceAccess(config: CliConfig, userIds: readonly number[]): Promise<void> {
  const bus = createBus({
    databaseUrl: config.SWITCHYARD_DATABASE_URL,
    queueUrl: config.SWITCHYARD_QUEUE_URL,
    logger: createLogger({ name: 'cli', level: 'silent' }),
  });
  bus.publish(BusChannel.access, userIds.join(','));
  await Promise.race([bus.flush(), pause(PATIENCE_MS, undefined, { ref: false })]);
  await bus.close();
}
