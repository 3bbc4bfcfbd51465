import { describe, expect, it } from '@jest/globals';
import { POLL_HOLD_SECONDS } from '@switchyard/contracts';
import { HOLD_STEP_MS, holdMs } from './hold-time.js';

const NOWS = Array.from({ length: 1_000 }, (_, i) => 123_456.789 + i * 27.3);
const RANDOMS = [0, 0.25, 0.5, 0.999];

describe(holdMs, () => {
  it('should keep to the bounds of the contract', () => {
    const held = NOWS.flatMap((now) => RANDOMS.map((random) => holdMs(now, random)));
    expect(Math.min(...held)).toBeGreaterThanOrEqual(1000 * POLL_HOLD_SECONDS.min);
    expect(Math.max(...held)).toBeLessThanOrEqual(1000 * POLL_HOLD_SECONDS.max);
  });

  it('should let the polls of many runners end at few moments, and those that came together at different ones', () => {
    const ends = NOWS.map((now) => Math.round(now + holdMs(now)));
    const seconds = (Math.max(...ends) - Math.min(...ends)) / 1000;
    expect(new Set(ends).size).toBeLessThanOrEqual((seconds * 1000) / HOLD_STEP_MS + 1);
    expect(new Set(NOWS.map(() => Math.round(holdMs(NOWS[0] ?? 0)))).size).toBeGreaterThan(2);
  });
});
