import { describe, expect, it } from '@jest/globals';
import { mapInTurns } from './in-turns.js';

const busy = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    // Takes the processor.
  }
};

describe(mapInTurns.name, () => {
  it('should keep the order, and let others have their turn', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 1);
    const made = await mapInTurns([1, 2, 3, 4, 5, 6], (item, index) => {
      busy(10);
      return item * 10 + index;
    });
    clearInterval(other);
    expect(made).toEqual([10, 21, 32, 43, 54, 65]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('should throw what the work throws', async () => {
    const work = (item: number): number => {
      if (item === 2) {
        throw new Error('two');
      }
      return item;
    };
    await expect(mapInTurns([1, 2, 3], work)).rejects.toThrow('two');
    expect(await mapInTurns([], work)).toEqual([]);
  });
});
