import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Logger } from '../logging/logger.js';
import { RepeatedWarning } from '../logging/repeated-warning.js';
import { eventOptions, jobOptions, workerOptions, type BullFactory } from './bull-factory.js';
import { ConsumerRedis } from './consumer-redis.js';

/** Keys of our queues in a Redis that others may use too. */
const prefix = 'switchyard';
/** How long closing waits for a server that is gone, in milliseconds. */
const disconnectTimeout = 200;
const common = { lazyConnect: true, maxRetriesPerRequest: null, disconnectTimeout };
/** An answer that takes longer means that a network dropped the connection without a word, in milliseconds. */
const ANSWER_MS = 5_000;
/** Longest time for which a worker's command waits for a message (`maximumBlockTimeout` of BullMQ), in milliseconds. */
const BLOCK_MS = 10_000;

/** Servers that answer instead of a Redis that holds all keys itself. */
const REFUSED = new Map([
  ['sentinel', 'is a Sentinel: name the Redis itself, or a proxy that follows the primary'],
  ['cluster', 'is a node of a Redis Cluster: queues need one Redis that has all their keys'],
]);

/** @throws when it is none that keeps queues */
async function requireSingle(redis: Redis): Promise<void> {
  // Without the right to ask, it is taken as it is.
  const info = await redis.info('server').catch(() => '');
  const refusal = REFUSED.get(/redis_mode:(\w+)/.exec(info)?.[1] ?? '');
  if (refusal !== undefined) {
    throw new Error(`The server of SWITCHYARD_QUEUE_URL ${refusal}`);
  }
}

/** BullMQ on Redis. Producers fail at once while Redis is away, workers wait for it. */
export async function createRedisFactory(queueUrl: string, logger: Logger): Promise<BullFactory> {
  const lost = new RepeatedWarning(logger, 'A queue connection was lost');
  const report = (error: Error) => lost.warn(error);
  const producer = new Redis(queueUrl, { ...common, enableOfflineQueue: false, socketTimeout: ANSWER_MS });
  producer.setMaxListeners(0).on('error', report);
  try {
    await producer.connect();
    await requireSingle(producer);
  } catch (error) {
    producer.disconnect();
    throw error;
  }
  return {
    kind: 'redis',
    maxWorkers: Infinity,
    createQueue: (name) =>
      new Queue(name, {
        connection: producer,
        prefix,
        defaultJobOptions: jobOptions,
        streams: eventOptions,
        skipWaitingForReady: true,
      }),
    createWorker(name, process, concurrency) {
      const connection = new ConsumerRedis(queueUrl, { ...common, socketTimeout: BLOCK_MS + ANSWER_MS });
      connection.on('error', report);
      const worker = new Worker(name, process, { connection, prefix, concurrency, ...workerOptions });
      return {
        waitUntilReady: () => worker.waitUntilReady(),
        on: (event, listener) => worker.on(event, listener),
        pause: (doNotWaitActive) => worker.pause(doNotWaitActive),
        resume: () => worker.resume(),
        close: () => worker.close().finally(() => connection.disconnectAll()),
        disconnect: async () => connection.disconnectAll(),
      };
    },
    close: async () => producer.disconnect(),
  };
}
