import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort, startRedis, type TestRedis } from '@switchyard/testing';
import { silent } from '../testing/stores.js';
import { RedisListener } from './redis-bus.js';
import { defaultLiveness } from './liveness.js';
import { Subscriptions } from './subscriptions.js';

const RECHECK_MS = 20;
/** Rechecks of the one that never connects, in which the other would have had some too. */
const SOME = 5;

describe(RedisListener, () => {
  let redis: TestRedis;
  const listeners: RedisListener[] = [];
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(listeners.splice(0).map((each) => each.close()));
  });
  afterAll(() => redis.remove());

  function listen(url: string) {
    const subscriptions = new Subscriptions(silent);
    const seen = { rechecks: 0 };
    subscriptions.addReconnect(() => seen.rechecks++);
    const listener = new RedisListener(url, subscriptions, silent, defaultLiveness, RECHECK_MS);
    listeners.push(listener);
    return { listener, seen };
  }

  it('should have everything read again and again while Redis is away, and not while it receives messages', async () => {
    const { listener, seen } = listen(redis.url);
    await listener.ready;
    const alone = listen(`redis://127.0.0.1:${await freePort()}`).seen;
    const someTimePasses = async (): Promise<void> => {
      const end = alone.rechecks + SOME;
      await eventually(() => expect(alone.rechecks).toBeGreaterThan(end));
    };
    const before = seen.rechecks;
    await someTimePasses();
    expect(seen.rechecks).toBe(before);

    await redis.stop();
    await eventually(() => expect(seen.rechecks).toBeGreaterThan(before + SOME));
    await redis.restart();
    await eventually(async () => {
      const connected = seen.rechecks;
      await someTimePasses();
      expect(seen.rechecks).toBe(connected);
    });
  });
});
