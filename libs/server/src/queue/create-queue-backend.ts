import type { Logger } from '../logging/logger.js';
import { DurableQueue } from './durable-queue.js';
import { DurableWorker } from './durable-worker.js';
import type { MessageQueue, QueueBackend, QueueMessage } from './message-queue.js';
import { createPostgresFactory } from './postgres-factory.js';
import { createRedisFactory } from './redis-factory.js';

export interface QueueBackendOptions {
  databaseUrl: string;
  /** `redis://…`; absent: the queues live in the database. */
  queueUrl?: string | undefined;
  logger: Logger;
}

/** Opens the store of the queues. Rejects when it cannot be reached. */
export async function createQueueBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  const { databaseUrl, queueUrl, logger } = options;
  const factory = queueUrl
    ? await createRedisFactory(queueUrl, logger)
    : await createPostgresFactory(databaseUrl, logger);
  const queues = new Map<string, DurableQueue<QueueMessage>>();
  const workers: { close(): Promise<void> }[] = [];
  const queueNamed = (name: string) => {
    const queue = queues.get(name) ?? new DurableQueue<QueueMessage>(name, factory, logger);
    queues.set(name, queue);
    return queue;
  };
  return {
    kind: factory.kind,
    queue: <M extends QueueMessage>(name: string) => queueNamed(name) as MessageQueue<M>,
    worker(name, handler, { concurrency = 1 } = {}) {
      if (workers.length >= factory.maxWorkers) {
        throw new Error(`A process may have ${factory.maxWorkers} queue workers`);
      }
      const worker = new DurableWorker(name, handler, concurrency, factory, logger);
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await factory.close();
    },
  };
}
