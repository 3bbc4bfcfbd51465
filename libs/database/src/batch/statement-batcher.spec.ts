import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { StatementBatcher } from './statement-batcher.js';

const refusal = (code: string) => new QueryFailedError('update', [], Object.assign(new Error(code), { code }));

/** A list in a list in a list, so many times. */
function nested(depth: number): unknown[] {
  let list: unknown[] = [];
  for (let i = 0; i < depth; i++) {
    list = [list];
  }
  return list;
}

describe(StatementBatcher.name, () => {
  it('should not let one refused item fail the others', async () => {
    const batches: (readonly number[])[] = [];
    const batcher = new StatementBatcher(async (items: readonly number[]) => {
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
    const batcher = new StatementBatcher(async (items: readonly number[]) => {
      statements++;
      return items.map((item) => JSON.stringify(item === 42 ? nested(1_000_000) : item));
    });
    const calls = Array.from({ length: 100 }, (_, item) => batcher.run(item));
    const results = await Promise.allSettled(calls);
    expect(results.flatMap(({ status }, item) => (status === 'rejected' ? [item] : []))).toEqual([42]);
    expect(statements).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(100)));
  });

  it.each([
    ['a broken connection', new Error('Connection terminated unexpectedly')],
    ['a server that is going down', refusal('57P01')],
  ])('should not repeat after %s, because the statement may have had its effect', async (_, error) => {
    let calls = 0;
    const batcher = new StatementBatcher<number, number>(async () => {
      calls++;
      throw error;
    });
    const results = await Promise.allSettled([batcher.run(1), batcher.run(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(calls).toBe(1);
  });
});
