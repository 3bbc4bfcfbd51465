import { describe, expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';

/** The results of items that have not failed. */
const done = <R>(values: readonly R[]): PromiseSettledResult<R>[] =>
  values.map((value) => ({ status: 'fulfilled', value }));

/** Works of which each ends by its `end`. */
function heldWork() {
  const works: { items: readonly number[]; end: () => void }[] = [];
  const work = (items: readonly number[]) =>
    new Promise<PromiseSettledResult<number>[]>((resolve) =>
      works.push({ items, end: () => resolve(done(items.map((item) => item * 10))) }),
    );
  return { works, work };
}

/** Runs so many items, each as soon as the one before is under way. */
async function oneByOne(batcher: Batcher<number, number>, works: readonly unknown[], count: number) {
  const calls: Promise<number>[] = [];
  while (calls.length < count) {
    calls.push(batcher.run(calls.length + 1));
    await turnsUntil(works, calls.length);
  }
  return calls;
}

async function turnsUntil(works: readonly unknown[], length: number): Promise<void> {
  while (works.length < length) {
    await turn();
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('Batcher', () => {
  it('should put calls during a call into the next one', async () => {
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

  it('should begin the next call beside one that takes long, but not more than a few', async () => {
    const { works, work } = heldWork();
    const batcher = new Batcher(work);
    const calls = await oneByOne(batcher, works, 5);
    const last = Promise.all([batcher.run(6), batcher.run(7)]);
    const clock = heldWork();
    const ticks = await oneByOne(new Batcher(clock.work), clock.works, 2);
    expect(works).toHaveLength(5);
    works[2]?.end();
    expect(await calls[2]).toBe(30);
    await turnsUntil(works, 6);
    expect(works.at(-1)?.items).toEqual([6, 7]);
    works[5]?.end();
    expect(await last).toEqual([60, 70]);
    [...works, ...clock.works].forEach(({ end }) => end());
    await Promise.all([...calls, ...ticks]);
  });

  it('should begin again after a pause', async () => {
    const batcher = new Batcher(async (items: readonly number[]) => done(items));
    expect(await batcher.run(1)).toBe(1);
    expect(await batcher.run(2)).toBe(2);
  });

  it('should give each caller the result of its own item', async () => {
    const work = (items: readonly number[]) =>
      Promise.allSettled(items.map((item) => (item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item))));
    const batcher = new Batcher(work);
    const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.run(item)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('should fail all callers of a call that fails as a whole, and go on', async () => {
    const errors = [new Error('the connection broke')];
    const batcher = new Batcher(async (items: readonly number[]) => {
      const error = errors.pop();
      return error ? Promise.reject(error) : done(items);
    });
    const results = await Promise.allSettled([batcher.run(1), batcher.run(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await batcher.run(3)).toBe(3);
  });

  it('should gather calls for the set time', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(
      async (items: readonly number[]) => {
        sizes.push(items.length);
        return done(items);
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

  it('should put no more than a hundred items into a call', async () => {
    const sizes: number[] = [];
    const batcher = new Batcher(async (items: readonly number[]) => {
      sizes.push(items.length);
      return done(items);
    });
    const items = Array.from({ length: 250 }, (_, i) => i);
    expect(await Promise.all(items.map((item) => batcher.run(item)))).toEqual(items);
    expect(sizes).toEqual([100, 100, 50]);
  });
});
