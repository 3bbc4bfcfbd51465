import { describe, expect, it } from '@jest/globals';
import { tierOf } from '@switchyard/contracts';
import { extraMinutes, quotaRefusal } from './quota-decision.js';

const [starter, premium] = [tierOf('starter'), tierOf('premium')];
const used = (seconds: number, coveredMinutes = 0, bytes = 0) => ({ seconds, bytes, coveredMinutes });

describe(quotaRefusal.name, () => {
  it.each([
    ['a second is left', starter, used(3_599), 0, null],
    ['nothing is left', starter, used(3_600), 4, { code: 'minutes_used', params: { minutes: 60 } }],
    ['the balance pays for a minute', starter, used(3_600), 5, null],
    ['more was covered', starter, used(3_600, 61), 0, null],
    ['the tier has no limit', premium, used(9_999_999), 0, null],
    [
      'the logs are full',
      starter,
      used(0, 0, 1_000_000_000),
      900,
      { code: 'cache_used', params: { megabytes: 1_000 } },
    ],
  ])('should decide when %s', (_, tier, usage, balance, refusal) => {
    expect(quotaRefusal(tier, usage, balance)).toEqual(refusal);
  });
});

describe(extraMinutes.name, () => {
  it.each([
    ['within the tier', starter, used(3_600), 900, { charged: 0, coveredMinutes: 60 }],
    ['a second more', starter, used(3_601, 60), 900, { charged: 1, coveredMinutes: 61 }],
    ['counted again', starter, used(3_601, 61), 900, { charged: 0, coveredMinutes: 61 }],
    ['more than the balance pays for', starter, used(7_200, 60), 12, { charged: 2, coveredMinutes: 62 }],
    ['a balance below zero', starter, used(7_200, 60), -50, { charged: 0, coveredMinutes: 60 }],
    ['without a limit', premium, used(7_200), 0, { charged: 0, coveredMinutes: 120 }],
    [
      'a tier that ended, whose minutes stay covered',
      tierOf('free'),
      used(6_000, 100),
      900,
      { charged: 0, coveredMinutes: 100 },
    ],
  ])('should charge %s', (_, tier, usage, balance, expected) => {
    expect(extraMinutes(tier, usage, balance)).toEqual(expected);
  });
});
