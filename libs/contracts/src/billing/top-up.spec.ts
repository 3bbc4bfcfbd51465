import { describe, expect, it } from '@jest/globals';
import { tierOf, tiersFor } from './tiers.js';
import { isInRange, topUpRange } from './top-up.js';

describe(topUpRange.name, () => {
  it.each([
    ['free', false, 0, { min: 1_000, max: 10_000, step: 1_000 }],
    ['starter', false, 5_000, { min: 300, max: 1_500, step: 300 }],
    ['pro4', false, 0, { min: 4_900, max: 24_500, step: 4_900 }],
    ['pro4', true, 0, { min: 49_000, max: 49_000, step: 49_000 }],
    ['pro4', true, 4_900, { min: 44_100, max: 44_100, step: 44_100 }],
    ['pro4', true, 49_000, null],
    ['starter', true, 0, null],
  ])('should be as listed for %s, annual %p, with %p cents', (tier, annual, balance, range) => {
    expect(topUpRange(tierOf(tier), annual, balance)).toEqual(range);
  });

  it.each([
    [1_000, true],
    [10_000, true],
    [1, false],
    [-1_000, false],
    [1_500, false],
    [11_000, false],
  ])('should take %p cents without a tier: %p', (cents, isTaken) => {
    expect(isInRange({ min: 1_000, max: 10_000, step: 1_000 }, cents)).toBe(isTaken);
  });
});

describe(tiersFor.name, () => {
  it('should offer licences to subscriptions, and the others to projects that run here', () => {
    expect(tiersFor('premium').map(({ id }) => id)).toEqual(['free', 'pro1', 'pro4', 'pro10']);
    expect(tiersFor('').map(({ id }) => id)).toEqual(['free', 'starter', 'medium', 'premium', 'enterprise']);
  });

  it('should hold what the free tier holds when a tier is not offered any more', () => {
    expect(tierOf('gold').id).toBe('free');
  });
});
