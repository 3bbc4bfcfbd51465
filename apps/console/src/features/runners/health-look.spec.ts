import { describe, expect, it } from '@jest/globals';
import type { Runner } from '@switchyard/contracts';
import { activityTone, cacheStatus, lastSeen } from './activity.js';
import { healthWord } from './health-look.js';

const now = Date.parse('2026-05-04T12:00:00Z');
const ago = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();

describe('the activity colour of a runner', () => {
  it('should be grey when it was never seen, and grey, warning or green by the age of the last sign', () => {
    expect(activityTone(null, now)).toBe('grey');
    expect([0, 4.99, 5, 59.9, 60, 9_999].map((minutes) => activityTone(ago(minutes), now))).toEqual([
      'green',
      'green',
      'gold',
      'gold',
      'grey',
      'grey',
    ]);
  });
});

describe('when a runner was last seen', () => {
  it('should be now while it is here, and its last sign of life when it is not', () => {
    const seen = (health: Runner['health']): string | null => lastSeen({ health, touched: ago(3) }, now);
    expect([seen('online'), seen('paused'), seen('draining')]).toEqual([ago(0), ago(0), ago(0)]);
    expect([seen('degraded'), seen('lost')]).toEqual([ago(3), ago(3)]);
    expect(lastSeen({ health: 'never', touched: null }, now)).toBeNull();
  });
});

describe('the cache of a runner', () => {
  it('should be shown as requested until the runner is seen after the request', () => {
    expect(cacheStatus({ touched: ago(1), cleaning_requested: null })).toBe('never');
    expect(cacheStatus({ touched: null, cleaning_requested: ago(1) })).toBe('requested');
    expect(cacheStatus({ touched: ago(2), cleaning_requested: ago(1) })).toBe('requested');
    expect(cacheStatus({ touched: ago(1), cleaning_requested: ago(2) })).toBe('cleaned');
  });
});

describe('the health of a runner in words', () => {
  it('should call a lost runner away for an hour and offline afterwards', () => {
    expect(healthWord({ active: true, health: 'lost', touched: ago(1) }, now)).toBe('away');
    expect(healthWord({ active: true, health: 'lost', touched: ago(59) }, now)).toBe('away');
    expect(healthWord({ active: true, health: 'lost', touched: ago(61) }, now)).toBe('offline');
  });

  it('should call a runner off that is switched off, though it is here', () => {
    expect(healthWord({ active: false, health: 'online', touched: ago(0) }, now)).toBe('off');
  });

  it('should believe the server in everything else', () => {
    const words = (['never', 'online', 'degraded', 'paused', 'draining'] as const).map((health) =>
      healthWord({ active: true, health, touched: ago(61) }, now),
    );
    expect(words).toEqual(['never', 'online', 'degraded', 'paused', 'draining']);
  });
});
