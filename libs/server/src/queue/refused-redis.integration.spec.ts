import { afterEach, describe, expect, it } from '@jest/globals';
import { startRedis, type TestRedis } from '@switchyard/testing';
import { silent } from '../testing/stores.js';
import { createQueueBackend } from './create-queue-backend.js';

const running: TestRedis[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((redis) => redis.remove()));
});

const open = async (mode: 'sentinel' | 'cluster') => {
  const redis = await startRedis({ mode });
  running.push(redis);
  return createQueueBackend({ databaseUrl: '', queueUrl: redis.url, logger: silent });
};

describe(createQueueBackend.name, () => {
  it('should refuse a Sentinel, and a node of a cluster, with what to name instead', async () => {
    await expect(open('sentinel')).rejects.toThrow('is a Sentinel: name the Redis itself');
    await expect(open('cluster')).rejects.toThrow('is a node of a Redis Cluster');
  });
});
