import { describe, expect, it } from '@jest/globals';
import { activityTone, cacheStatus, lastSeen } from './activity.js';

const MINUTE = 60_000;
const now = Date.parse('2026-01-01T12:00:00Z');
const ago = (ms: number): string => new Date(now - ms).toISOString();

describe(activityTone.name, () => {
  it.each([
    ['never', null, 'grey'],
    ['just now', ago(0), 'green'],
    ['under five minutes', ago(5 * MINUTE - 1), 'green'],
    ['five minutes', ago(5 * MINUTE), 'gold'],
    ['under an hour', ago(60 * MINUTE - 1), 'gold'],
    ['an hour', ago(60 * MINUTE), 'grey'],
  ] as const)('should show a runner that was seen %s ago as it is', (_, touched, tone) => {
    expect(activityTone(touched, now)).toBe(tone);
  });
});

describe(lastSeen.name, () => {
  it.each(['online', 'paused', 'draining'] as const)('should be now for a runner that is %s', (health) => {
    expect(lastSeen({ health, touched: ago(10 * MINUTE) }, now)).toBe(ago(0));
  });

  it('should be its last sign for one that fell silent, or never came', () => {
    expect(lastSeen({ health: 'lost', touched: ago(10 * MINUTE) }, now)).toBe(ago(10 * MINUTE));
    expect(lastSeen({ health: 'lost', touched: null }, now)).toBeNull();
  });
});

describe(cacheStatus.name, () => {
  it.each([
    ['nothing was requested', ago(0), null, 'never'],
    ['it was requested since the runner was seen', ago(2), ago(1), 'requested'],
    ['it was requested of a runner that never came', null, ago(1), 'requested'],
    ['the runner was seen since', ago(1), ago(2), 'cleaned'],
  ] as const)('should be known when %s', (_, touched, cleaning_requested, state) => {
    expect(cacheStatus({ touched, cleaning_requested })).toBe(state);
  });
});
