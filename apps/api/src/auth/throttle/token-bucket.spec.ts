import { beforeEach, describe, expect, it } from '@jest/globals';
import { TokenBuckets } from './token-bucket.js';

describe(TokenBuckets.name, () => {
  let now = 0;
  let buckets: TokenBuckets;

  beforeEach(() => {
    now = 1_000_000;
    buckets = new TokenBuckets({ capacity: 3, refillMs: 1_000 }, 2, () => now);
  });

  const drain = (key: string): void => {
    for (let wait = 0; wait === 0;) {
      wait = buckets.take(key);
    }
  };

  it('should allow as many tries at once as it holds, then return the wait', () => {
    expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 1_000]);
  });

  it('should let tries grow back one by one, never above the capacity', () => {
    drain('a');
    now += 999;
    expect(buckets.take('a')).toBe(1);
    now += 1;
    expect(buckets.take('a')).toBe(0);
    now += 60_000;
    expect([1, 2, 3, 4].map(() => buckets.take('a') === 0)).toEqual([true, true, true, false]);
  });

  it('should not take more from an empty bucket, so that waiting helps', () => {
    drain('a');
    for (let tries = 0; tries < 50; tries += 1) {
      buckets.take('a');
    }
    now += 1_000;
    expect(buckets.take('a')).toBe(0);
  });

  it('should give a try back', () => {
    drain('a');
    buckets.giveBack('a');
    expect(buckets.take('a')).toBe(0);
  });

  it('should keep keys apart', () => {
    drain('a');
    expect(buckets.take('b')).toBe(0);
  });

  it('should forget the key that was touched longest ago when too many are in use', () => {
    drain('a');
    drain('b');
    drain('c');
    expect(buckets.take('b')).toBeGreaterThan(0);
    expect(buckets.take('c')).toBeGreaterThan(0);
    expect(buckets.take('a')).toBe(0);
  });

  it('should not run backwards when the clock does', () => {
    drain('a');
    now -= 10_000;
    expect(buckets.take('a')).toBe(1_000);
  });
});
