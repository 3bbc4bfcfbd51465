import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.js';
import { eventOptions, jobOptions, workerOptions, type BullFactory } from './bull-factory.js';

/** Keys of our queues in a Redis that others may use too. */
const prefix = 'switchyard';

/** Without retries a request would fail before Redis is back; the last one: how long closing waits for a dead server. */
const common = { lazyConnect: true, maxRetriesPerRequest: null, disconnectTimeout: 200 };

/** BullMQ on Redis. Producers fail at once while Redis is away, workers wait for it. */
export async function createRedisFactory(queueUrl: string, logger: Logger): Promise<BullFactory> {
  const producer = new Redis(queueUrl, { ...common, enableOfflineQueue: false });
  const consumer = new Redis(queueUrl, { ...common });
  for (const client of [producer, consumer]) {
    client.setMaxListeners(0);
    client.on('error', (error) => logger.warn({ err: error }, 'A queue connection was lost'));
  }
  const close = async () => {
    producer.disconnect();
    consumer.disconnect();
  };
  await producer.connect().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    kind: 'redis',
    createQueue: (name) =>
      new Queue(name, {
        connection: producer,
        prefix,
        defaultJobOptions: jobOptions,
        streams: eventOptions,
        skipWaitingForReady: true,
      }),
    createWorker: (name, process, concurrency) =>
      new Worker(name, process, { connection: consumer, prefix, concurrency, ...workerOptions }),
    close,
  };
}
