import { QueueName } from '@switchyard/contracts';
import { requireDatabase } from '@switchyard/database';
import { HealthRegistry, type MessageBus, type QueueBackend } from '@switchyard/server';
import type { DataSource } from 'typeorm';

/** The parts this process needs to serve. */
export function healthRegistry(dataSource: DataSource, bus: MessageBus, queues: QueueBackend): HealthRegistry {
  const registry = new HealthRegistry();
  registry.register('database', () => requireDatabase(dataSource));
  registry.register('bus', () => bus.ready);
  registry.register('queue', () => queues.queue(QueueName.dispatch).countWaiting());
  return registry;
}
