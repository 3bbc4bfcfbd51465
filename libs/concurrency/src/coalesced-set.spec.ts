import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CoalescedSet } from './coalesced-set.js';

describe(CoalescedSet.name, () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('should hand on the first ids at once and what follows together, each once', async () => {
    const sent: number[][] = [];
    const ids = new CoalescedSet<number>((items) => sent.push([...items]), { pauseMs: () => 1_000 });
    ids.add([7, 7]);
    ids.add([8]);
    ids.add([9, 8]);
    expect(sent).toEqual([[7]]);
    await jest.advanceTimersByTimeAsync(999);
    expect(sent).toEqual([[7]]);
    await jest.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([[7], [8, 9]]);
  });

  it('should hand on at once again after a quiet interval, and never nothing', async () => {
    const sent: number[][] = [];
    const ids = new CoalescedSet<number>((items) => sent.push([...items]), { pauseMs: () => 1_000 });
    ids.add([]);
    ids.add([1]);
    await jest.advanceTimersByTimeAsync(5_000);
    ids.add([2]);
    expect(sent).toEqual([[1], [2]]);
  });

  it('should drop what was not worked on at its end', async () => {
    const sent: number[][] = [];
    const ids = new CoalescedSet<number>((items) => sent.push([...items]), { gatherMs: 100 });
    ids.add([1]);
    await ids.close();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(sent).toEqual([]);
  });
});
