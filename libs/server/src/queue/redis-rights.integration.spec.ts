import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, startRedis, type TestRedis } from '@switchyard/testing';
import { Redis } from 'ioredis';
import { createBus } from '../bus/create-bus.js';
import { silent } from '../testing/stores.js';
import { createQueueBackend } from './create-queue-backend.js';
import { inspectRedis } from './inspect-redis.js';

const page = join(import.meta.dirname, '../../../../apps/docs/pages/administration/scale.md');
const [, documented = ''] = /^ACL (SETUSER switchyard .+)$/m.exec(readFileSync(page, 'utf8')) ?? [];

let redis: TestRedis;
let admin: Redis;
beforeAll(async () => {
  redis = await startRedis({ appendOnly: true });
  admin = new Redis(redis.url);
});
afterAll(async () => {
  admin.disconnect();
  await redis.remove();
});

/** The address with a user who has these rights. */
async function userWith(rights: string): Promise<string> {
  await admin.call('ACL', 'DELUSER', 'switchyard');
  await admin.call('ACL', ...rights.replace('PASSWORD', 'word').split(' '));
  return redis.url.replace('redis://', 'redis://switchyard:word@');
}

describe('a user of Redis with the documented rights', () => {
  it('should be enough for queue and bus', async () => {
    const queueUrl = await userWith(documented);
    expect(await inspectRedis(queueUrl)).toMatchObject({ refused: [], appendOnly: true, eviction: 'noeviction' });
    const backend = await createQueueBackend({ databaseUrl: '', queueUrl, logger: silent });
    const bus = createBus({ databaseUrl: '', queueUrl, logger: silent });
    const came: string[] = [];
    backend.worker<{ reason: string }>('rights', async ({ reason }) => void came.push(reason));
    bus.subscribe('rights', (text) => void came.push(text));
    await bus.ready;
    bus.publish('rights', 'by the bus');
    await backend.queue<{ reason: string }>('rights').add({ reason: 'by the queue' });
    await eventually(() => expect([...came].sort()).toEqual(['by the bus', 'by the queue']));
    await backend.close();
    await bus.close();
  });

  it('should be named where they are less', async () => {
    const less = documented.replace('+@scripting', '').replace('&switchyard:*', '');
    expect((await inspectRedis(await userWith(less))).refused).toEqual(['EVAL', 'PUBLISH', 'SUBSCRIBE']);
  });
});
