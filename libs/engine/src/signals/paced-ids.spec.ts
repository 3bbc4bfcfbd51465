import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PacedIds } from './paced-ids.js';

describe(PacedIds.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('should hand on the first ids at once and what follows together, each once', () => {
    const sent: number[][] = [];
    const paced = new PacedIds(1_000, (ids) => sent.push([...ids]));
    paced.add([7, 7]);
    paced.add([8]);
    paced.add([9, 8]);
    expect(sent).toEqual([[7]]);
    jest.advanceTimersByTime(999);
    expect(sent).toEqual([[7]]);
    jest.advanceTimersByTime(1);
    expect(sent).toEqual([[7], [8, 9]]);
  });

  it('should hand on at once again after a quiet interval, and never nothing', () => {
    const sent: number[][] = [];
    const paced = new PacedIds(1_000, (ids) => sent.push([...ids]));
    paced.add([]);
    paced.add([1]);
    jest.advanceTimersByTime(5_000);
    paced.add([2]);
    expect(sent).toEqual([[1], [2]]);
  });
});
