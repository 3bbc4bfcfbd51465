import { describe, expect, it } from '@jest/globals';
import { retryDelay } from './retry-delay.js';

describe(retryDelay.name, () => {
  it('should double up to an hour', () => {
    const tries = [1, 2, 3, 10, 11, 500, 32_767];
    expect(tries.map((n) => retryDelay(n, 0, 1))).toEqual([5, 10, 20, 2_560, 3_600, 3_600, 3_600]);
  });

  it('should spread between half and all of it', () => {
    expect([0, 0.5].map((random) => retryDelay(2, 0, random))).toEqual([5, 7.5]);
    const delays = new Set(Array.from({ length: 20 }, () => retryDelay(5, 0)));
    expect(delays.size).toBeGreaterThan(10);
  });

  it('should give up after a day, in some thirty tries', () => {
    let age = 0;
    let tries = 1;
    for (let delay = retryDelay(tries, age, 0.5); delay !== null; delay = retryDelay(tries, age, 0.5)) {
      age += delay;
      tries += 1;
    }
    expect(age / 3_600).toBeGreaterThanOrEqual(24);
    expect(age / 3_600).toBeLessThan(25.1);
    expect(tries).toBeLessThan(50);
  });
});
