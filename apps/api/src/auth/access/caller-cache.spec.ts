import { describe, expect, it } from '@jest/globals';
import { CallerCache } from './caller-cache.js';
import type { AuthFailure, Caller } from './caller.js';

const caller = (userId: number): Caller => ({
  userId,
  username: 'ann',
  name: 'Ann',
  admin: false,
  via: 'session',
  tokenEnd: null,
  scopes: [],
  sessionId: 's',
  tokenId: null,
  fresh: true,
});
const failure: AuthFailure = { failed: true, code: null };

function counted(outcome: Caller | AuthFailure) {
  const load = async (): Promise<Caller | AuthFailure> => {
    load.count += 1;
    return outcome;
  };
  load.count = 0;
  return load;
}

describe(CallerCache.name, () => {
  it('should read once in a second', async () => {
    let now = 5_000;
    const cache = new CallerCache(() => now);
    const load = counted(caller(1));
    await cache.through('k', load);
    now += 999;
    await cache.through('k', load);
    expect(load.count).toBe(1);
    now += 2;
    await cache.through('k', load);
    expect(load.count).toBe(2);
  });

  it('should never remember a failure', async () => {
    const cache = new CallerCache(() => 0);
    const load = counted(failure);
    await cache.through('k', load);
    await cache.through('k', load);
    expect(load.count).toBe(2);
  });

  it('should forget the users named, or all', async () => {
    const cache = new CallerCache(() => 0);
    const [one, two] = [counted(caller(1)), counted(caller(2))];
    const both = async (): Promise<void> => {
      await cache.through('one', one);
      await cache.through('two', two);
    };
    await both();
    cache.forget([1]);
    await both();
    expect([one.count, two.count]).toEqual([2, 1]);
    cache.forget(null);
    await both();
    expect([one.count, two.count]).toEqual([3, 2]);
  });

  it('should not remember what was being loaded while access changed', async () => {
    const cache = new CallerCache(() => 0);
    await cache.through('k', async () => {
      cache.forget([1]);
      return caller(1);
    });
    const load = counted(failure);
    await cache.through('k', load);
    expect(load.count).toBe(1);
  });
});
