import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { eventually } from '@switchyard/testing';
import { Batcher } from './batcher.js';

const refusal = (code: string) => new QueryFailedError('update', [], Object.assign(new Error(code), { code }));

/** Works of which each ends by its `end`. */
function heldWork() {
  const works: { items: readonly number[]; end: () => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<number[]>((resolve) => works.push({ items, end: () => resolve(items.map((item) => item * 10)) }));
  return { works, work };
}

/** Runs so many items, each as soon as the one before is under way. */
async function oneByOne(batcher: Batcher<number, number>, works: readonly unknown[], count: number) {
  const calls: Promise<number>[] = [];
  while (calls.length < count) {
    calls.push(batcher.run(calls.length + 1));
    await eventually(() => expect(works).toHaveLength(calls.length));
  }
  return calls;
}

/** A list in a list in a list, so many times. */
function nested(depth: number): unknown[] {
  let list: unknown[] = [];
  for (let i = 0; i < depth; i++) {
    list = [list];
  }
  return list;
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Batcher', () => {
  it('should put calls during a statement into the next one', async () => {
    const { works, work } = heldWork();
    const batcher = new Batcher(work);
    const first = batcher.run(1);
    await turn();
    const others = Promise.all([batcher.run(2), batcher.run(3)]);
    await turn();
    expect(works.map(({ items }) => items)).toEqual([[1]]);
    works[0]?.end();
    expect(await first).toBe(10);
    await turn();
    expect(works.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    works[1]?.end();
    expect(await others).toEqual([20, 30]);
  });

  it('should begin the next statement beside one that takes long, but not more than a few', async () => {
    const { works, work } = heldWork();
    const batcher = new Batcher(work);
    const calls = await oneByOne(batcher, works, 5);
    const last = Promise.all([batcher.run(6), batcher.run(7)]);
    const clock = heldWork();
    const ticks = await oneByOne(new Batcher(clock.work), clock.works, 2);
    expect(works).toHaveLength(5);
    works[2]?.end();
    expect(await calls[2]).toBe(30);
    await eventually(() => expect(works.map(({ items }) => items)).toEqual([[1], [2], [3], [4], [5], [6, 7]]));
    works[5]?.end();
    expect(await last).toEqual([60, 70]);
    [...works, ...clock.works].forEach(({ end }) => end());
    await Promise.all([...calls, ...ticks]);
  });

  it('should begin again after a pause', async () => {
    const batcher = new Batcher(async (items: readonly number[]) => items);
    expect(await batcher.run(1)).toBe(1);
    expect(await batcher.run(2)).toBe(2);
  });

  it('should not let one refused item fail the others', async () => {
    const batches: (readonly number[])[] = [];
    const batcher = new Batcher(async (items: readonly number[]) => {
      batches.push(items);
      if (items.includes(2)) {
        throw refusal('23503');
      }
      return items;
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.run(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[1, 2, 3], [1, 2], [1], [2], [3]]);
  });

  it('should let one of a hundred fail alone when it cannot be encoded, in few statements', async () => {
    let statements = 0;
    const batcher = new Batcher(async (items: readonly number[]) => {
      statements++;
      return items.map((item) => JSON.stringify(item === 42 ? nested(1_000_000) : item));
    });
    const calls = Array.from({ length: 100 }, (_, item) => batcher.run(item));
    const results = await Promise.allSettled(calls);
    expect(results.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([42]);
    expect(statements).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(100)));
  });

  it('should gather calls for the set time', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return items;
      },
      { gatherMs: 50, most: 200 },
    );
    const first = batcher.run(1);
    await turn();
    await turn();
    await Promise.all([first, ...Array.from({ length: 149 }, (_, i) => batcher.run(i))]);
    expect(sizes).toEqual([150]);
    expect(await batcher.run(7)).toBe(7);
  });

  it.each([
    ['a broken connection', new Error('Connection terminated unexpectedly')],
    ['a server that is going down', refusal('57P01')],
  ])('should not repeat after %s, because the statement may have had its effect', async (_, error) => {
    let calls = 0;
    const batcher = new Batcher<number, number>(async () => {
      calls++;
      throw error;
    });
    const results = await Promise.allSettled([batcher.run(1), batcher.run(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
  });

  it('should put no more than a hundred items into a statement', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(async (items: readonly number[]) => {
      sizes.push(items.length);
      return items;
    });
    const items = Array.from({ length: 250 }, (_, i) => i);
    expect(await Promise.all(items.map((item) => batcher.run(item)))).toEqual(items);
    expect(sizes).toEqual([100, 100, 50]);
  });
});
