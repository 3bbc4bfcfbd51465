import { describe, expect, it } from '@jest/globals';
import { KeyedLimiter, LimiterFullError } from './keyed-limiter.js';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe(KeyedLimiter.name, () => {
  const settled = (): Promise<void> => new Promise(setImmediate);

  it('should let so many of one key go on, the others in order, and refuse too many', async () => {
    const limiter = new KeyedLimiter();
    const begun: number[] = [];
    const leaves: (() => void)[] = [];
    const enter = async (number: number): Promise<void> => {
      leaves.push(await limiter.enter('a', { atATime: 2, maxWaiting: 2 }));
      begun.push(number);
    };
    const all = [1, 2, 3, 4].map(enter);
    await settled();
    expect(begun).toEqual([1, 2]);
    await expect(limiter.enter('a', { atATime: 2, maxWaiting: 2 })).rejects.toBeInstanceOf(LimiterFullError);
    const leaveOther = await limiter.enter('b', { atATime: 2, maxWaiting: 2 });
    for (let i = 0; i < 4; i++) {
      leaves.shift()?.();
      await settled();
    }
    await Promise.all(all);
    expect(begun).toEqual([1, 2, 3, 4]);
    leaveOther();
    expect(await limiter.enter('a', { maxWaiting: 0 })).toBeInstanceOf(Function);
  });

  it('should rest before a turn goes over to another of the same key, and let other keys in meanwhile', async () => {
    const limiter = new KeyedLimiter(() => 20);
    const leave = await limiter.enter('a');
    let over = false;
    const next = limiter.enter('a').then((leaveNext) => {
      over = true;
      return leaveNext;
    });
    leave();
    await settled();
    expect(over).toBe(false);
    (await limiter.enter('b'))();
    (await next)();
    expect(over).toBe(true);
  });

  it('should forget who gave up waiting', async () => {
    const limiter = new KeyedLimiter();
    const leave = await limiter.enter('a');
    const givenUp = new AbortController();
    const waiting = limiter.enter('a', { signal: givenUp.signal });
    givenUp.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    const next = limiter.enter('a');
    leave();
    (await next)();
    await expect(
      limiter.enter('a', { maxWaiting: 0, signal: AbortSignal.abort(new Error('late')) }),
    ).resolves.toBeInstanceOf(Function);
  });

  it('should run work on one thing one after the other and on another at once', async () => {
    const limiter = new KeyedLimiter();
    const first = gate();
    const order: string[] = [];
    const note = (text: string) => Promise.resolve(void order.push(text));
    const running = limiter.run('a', () => first.opened.then(() => note('a1')));
    const second = limiter.run('a', () => note('a2'));
    await limiter.run('b', () => note('b'));
    first.open();
    await Promise.all([running, second]);
    expect(order).toEqual(['b', 'a1', 'a2']);
  });

  it('should go on after work that failed', async () => {
    const limiter = new KeyedLimiter();
    const failed = limiter.run('a', () => Promise.reject(new Error('no')));
    const next = limiter.run('a', () => Promise.resolve(1));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe(1);
  });

  it('should share work that has not begun but not work that has', async () => {
    const limiter = new KeyedLimiter();
    const first = gate();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await first.opened;
    };
    const all = [1, 2, 3, 4].map(() => limiter.runShared('a', 'fetch', work));
    await Promise.resolve();
    all.push(limiter.runShared('a', 'fetch', work));
    first.open();
    await Promise.all(all);
    expect(runs).toBeLessThanOrEqual(2);
  });

  it('should not share work of another kind', async () => {
    const limiter = new KeyedLimiter();
    let runs = 0;
    const work = () => Promise.resolve(void runs++);
    await Promise.all([limiter.runShared('a', 'one', work), limiter.runShared('a', 'two', work)]);
    expect(runs).toBe(2);
  });

  it('should let a joiner do the work itself when its host fails', async () => {
    const limiter = new KeyedLimiter();
    const done: string[] = [];
    const host = limiter.runShared('a', 'fetch', () => Promise.reject(new Error('stopped')));
    const joiner = limiter.runShared('a', 'fetch', () => Promise.resolve(void done.push('joiner')));
    await expect(host).rejects.toThrow('stopped');
    await joiner;
    expect(done).toEqual(['joiner']);
  });
});
