import { describe, expect, it } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('KeyedMutex', () => {
  it('should run work on one thing one after the other and on another at once', async () => {
    const turns = new KeyedMutex();
    const first = gate();
    const order: string[] = [];
    const note = (text: string) => Promise.resolve(void order.push(text));
    const running = turns.exclusive('a', () => first.opened.then(() => note('a1')));
    const second = turns.exclusive('a', () => note('a2'));
    await turns.exclusive('b', () => note('b'));
    first.open();
    await Promise.all([running, second]);
    expect(order).toEqual(['b', 'a1', 'a2']);
  });

  it('should go on after work that failed', async () => {
    const turns = new KeyedMutex();
    const failed = turns.exclusive('a', () => Promise.reject(new Error('no')));
    const next = turns.exclusive('a', () => Promise.resolve(1));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe(1);
  });

  it('should share work that has not begun but not work that has', async () => {
    const turns = new KeyedMutex();
    const first = gate();
    let runs = 0;
    const work = async () => {
      runs += 1;
      await first.opened;
    };
    const all = [1, 2, 3, 4].map(() => turns.shared('a', 'fetch', work));
    await Promise.resolve();
    all.push(turns.shared('a', 'fetch', work));
    first.open();
    await Promise.all(all);
    expect(runs).toBeLessThanOrEqual(2);
  });

  it('should not share work of another kind', async () => {
    const turns = new KeyedMutex();
    let runs = 0;
    const work = () => Promise.resolve(void runs++);
    await Promise.all([turns.shared('a', 'one', work), turns.shared('a', 'two', work)]);
    expect(runs).toBe(2);
  });

  it('should let a joiner do the work itself when its host fails', async () => {
    const turns = new KeyedMutex();
    const done: string[] = [];
    const host = turns.shared('a', 'fetch', () => Promise.reject(new Error('stopped')));
    const joiner = turns.shared('a', 'fetch', () => Promise.resolve(void done.push('joiner')));
    await expect(host).rejects.toThrow('stopped');
    await joiner;
    expect(done).toEqual(['joiner']);
  });
});
