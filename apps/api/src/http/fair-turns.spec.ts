import { describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

describe(FairTurns.name, () => {
  const settled = (): Promise<void> => new Promise(setImmediate);

  it('should let so many of one key go on, the others in order, and refuse too many', async () => {
    const turns = new FairTurns();
    const begun: number[] = [];
    const leaves: (() => void)[] = [];
    const enter = async (number: number): Promise<void> => {
      leaves.push(await turns.enter('a', 2, 2));
      begun.push(number);
    };
    const all = [1, 2, 3, 4].map(enter);
    await settled();
    expect(begun).toEqual([1, 2]);
    await expect(turns.enter('a', 2, 2)).rejects.toThrow('Too many requests');
    const leaveOther = await turns.enter('b', 2, 2);
    for (let i = 0; i < 4; i++) {
      leaves.shift()?.();
      await settled();
    }
    await Promise.all(all);
    expect(begun).toEqual([1, 2, 3, 4]);
    leaveOther();
    expect(await turns.enter('a', 1, 0)).toBeInstanceOf(Function);
  });

  it('should rest before a turn goes over to another of the same key, and let other keys in meanwhile', async () => {
    const turns = new FairTurns(() => 20);
    const leave = await turns.enter('a', 1, 1);
    let over = false;
    const next = turns.enter('a', 1, 1).then((leaveNext) => {
      over = true;
      return leaveNext;
    });
    leave();
    await settled();
    expect(over).toBe(false);
    (await turns.enter('b', 1, 1))();
    (await next)();
    expect(over).toBe(true);
  });

  it('should forget who gave up waiting', async () => {
    const turns = new FairTurns();
    const leave = await turns.enter('a', 1, 1);
    const givenUp = new AbortController();
    const waiting = turns.enter('a', 1, 1, givenUp.signal);
    givenUp.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    const next = turns.enter('a', 1, 1);
    leave();
    (await next)();
    await expect(turns.enter('a', 1, 0, AbortSignal.abort(new Error('late')))).resolves.toBeInstanceOf(Function);
  });
});
