import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { fulfilled, mapApart, settleEach, settleInTurn, settlePages, settleTogether, throwFailed } from './settle.js';

/** A statement that the server refuses, and one after which nobody knows whether it took effect. */
const refused = new QueryFailedError('', [], Object.assign(new Error('bad value'), { code: '22P02' }));
const lost = new QueryFailedError('', [], Object.assign(new Error('connection lost'), { code: '08006' }));

const doubled = (items: readonly number[]): Promise<number[]> => Promise.resolve(items.map((item) => 2 * item));

describe(settleTogether.name, () => {
  it('should take one call for items that are all fine, and none for no item', async () => {
    let calls = 0;
    const work = (items: readonly number[]): Promise<number[]> => ((calls += 1), doubled(items));
    expect(fulfilled(await settleTogether([1, 2, 3], work))).toEqual([2, 4, 6]);
    expect(await settleTogether([], work)).toEqual([]);
    expect(calls).toBe(1);
  });

  it.each([1, 2, 7, 64, 100])('should find the one of %d items that is refused, and do all others', async (count) => {
    const items = Array.from({ length: count }, (_, i) => i);
    for (const bad of new Set([0, Math.floor(count / 2), count - 1])) {
      let calls = 0;
      const work = (some: readonly number[]): Promise<number[]> => {
        calls += 1;
        return some.includes(bad) ? Promise.reject(refused) : doubled(some);
      };
      const settled = await settleTogether(items, work);
      expect(settled.map(({ status }) => status === 'rejected')).toEqual(items.map((item) => item === bad));
      expect(fulfilled(settled)).toEqual(items.filter((item) => item !== bad).map((item) => 2 * item));
      expect(calls).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count)) + 1);
    }
  });

  it('should try nothing again that may have taken effect', async () => {
    let calls = 0;
    const settled = await settleTogether([1, 2], () => ((calls += 1), Promise.reject<number[]>(lost)));
    expect([calls, settled]).toEqual([1, [1, 2].map(() => ({ status: 'rejected', reason: lost }))]);
  });

  it('should fail all items of a work that answers too few results', async () => {
    const settled = await settleTogether([1, 2, 3], () => Promise.resolve([1]));
    expect(settled).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason: new Error('3 items have 1 results') })));
  });
});

describe(settleInTurn.name, () => {
  it('should begin an item when the one before has ended, and go on behind one that fails', async () => {
    const trace: string[] = [];
    const settled = await settleInTurn([1, 2, 3], async (item) => {
      trace.push(`begin ${item}`);
      await Promise.resolve();
      trace.push(`end ${item}`);
      if (item === 2) {
        throw lost;
      }
      return item;
    });
    expect(trace).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe(settlePages.name, () => {
  /** Pages of the items that are there and not left out, as a query answers them. */
  const pages = (there: Set<number>, size: number) => (undone: readonly number[]) =>
    Promise.resolve(
      [...there]
        .filter((id) => !undone.includes(id))
        .slice(0, size)
        .map((id) => ({ id })),
    );

  it('should do all items, however many fail or are put off', async () => {
    const there = new Set(Array.from({ length: 10 }, (_, i) => i + 1));
    const asked: number[] = [];
    const settled = await settlePages(3, pages(there, 3), (page) =>
      settleEach(page, ({ id }) => {
        asked.push(id);
        if (id % 4 === 0) {
          return Promise.reject<number | undefined>(refused);
        }
        if (id % 5 === 0) {
          return Promise.resolve(undefined);
        }
        there.delete(id);
        return Promise.resolve(id);
      }),
    );
    expect(fulfilled(settled)).toEqual([1, 2, 3, 6, 7, 9]);
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect([...asked].sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect([...there]).toEqual([4, 5, 8, 10]);
  });

  it('should look once where a page is not full', async () => {
    let looks = 0;
    const find = pages(new Set([1, 2]), 3);
    await settlePages(
      3,
      (undone) => ((looks += 1), find(undone)),
      (page) => settleEach(page, ({ id }) => Promise.resolve(id)),
    );
    expect(looks).toBe(1);
  });
});

describe(mapApart.name, () => {
  it('should leave out what throws, and name it', () => {
    const failed: unknown[] = [];
    const parse = (text: string): unknown => JSON.parse(text) as unknown;
    const parsed = mapApart(['1', '{', '[2]'], parse, (item, error) => failed.push(item, error instanceof Error));
    expect([parsed, failed]).toEqual([
      [1, [2]],
      ['{', true],
    ]);
  });
});

describe(throwFailed.name, () => {
  it('should throw what items have failed with, and nothing for none', async () => {
    const settled = await settleEach([1, 2, 3], (item) => (item === 2 ? Promise.reject(lost) : Promise.resolve(item)));
    expect(() => throwFailed('sending', settled)).toThrow('sending: 1 of 3 failed');
    expect(() => throwFailed('sending', settled)).toThrow(AggregateError);
    expect(() => throwFailed('sending', settled.slice(0, 1))).not.toThrow();
  });
});
