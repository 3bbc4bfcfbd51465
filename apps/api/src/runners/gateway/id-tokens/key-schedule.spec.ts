import { describe, expect, it } from '@jest/globals';
import { keySchedule, LEAD_MS, LINGER_MS } from './key-schedule.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PERIOD = 90 * DAY;
const START = Date.parse('2030-01-01T00:00:00Z');

const key = (id: string, after: number) => ({ id, signsFrom: new Date(START + after) });
/** The schedule so many milliseconds after the start. */
function scheduleAt(after: number, keys: ReturnType<typeof key>[], rotation: number | null = null) {
  const asked = rotation === null ? null : START + rotation;
  const schedule = keySchedule(keys, { now: START + after, periodMs: PERIOD, rotation: asked });
  return {
    signing: schedule.signing?.id ?? null,
    published: schedule.published.map(({ id }) => id),
    over: schedule.over.map(({ id }) => id),
    next: schedule.nextFrom && schedule.nextFrom.getTime() - START,
  };
}

describe(keySchedule.name, () => {
  it('should have the first key sign at once', () => {
    expect(scheduleAt(0, [])).toEqual({ signing: null, published: [], over: [], next: 0 });
    expect(scheduleAt(0, [key('a', 0)])).toEqual({ signing: 'a', published: ['a'], over: [], next: null });
  });

  it('should publish the next key before it signs', () => {
    expect(scheduleAt(PERIOD - LEAD_MS - 1, [key('a', 0)]).next).toBeNull();
    expect(scheduleAt(PERIOD - LEAD_MS, [key('a', 0)]).next).toBe(PERIOD);
    const both = [key('b', PERIOD), key('a', 0)];
    expect(scheduleAt(PERIOD - 1, both)).toEqual({ signing: 'a', published: ['a', 'b'], over: [], next: null });
    expect(scheduleAt(PERIOD, both)).toEqual({ signing: 'b', published: ['a', 'b'], over: [], next: null });
  });

  it('should give a key that was due long ago its time to be known', () => {
    expect(scheduleAt(2 * PERIOD, [key('a', 0)])).toMatchObject({ signing: 'a', next: 2 * PERIOD + LEAD_MS });
  });

  it('should keep an old key published until its last token has expired', () => {
    const both = [key('a', 0), key('b', PERIOD)];
    expect(scheduleAt(PERIOD + LINGER_MS - 1, both)).toMatchObject({ published: ['a', 'b'], over: [] });
    expect(scheduleAt(PERIOD + LINGER_MS, both)).toMatchObject({ signing: 'b', published: ['b'], over: ['a'] });
    expect(LINGER_MS).toBeGreaterThan(10 * MINUTE);
  });

  it('should make one key when somebody asks for another one', () => {
    expect(scheduleAt(DAY, [key('a', 0)], DAY - 1)).toMatchObject({ signing: 'a', next: DAY + LEAD_MS });
    const both = [key('a', 0), key('b', DAY + LEAD_MS)];
    expect(scheduleAt(DAY + MINUTE, both, DAY - 1)).toMatchObject({ signing: 'a', next: null });
    expect(scheduleAt(DAY + LEAD_MS, both, DAY - 1)).toMatchObject({ signing: 'b', next: null });
  });

  it('should sign by a key that another process, whose clock is ahead, has just made', () => {
    expect(scheduleAt(-MINUTE, [key('a', 0)])).toMatchObject({ signing: 'a', published: ['a'] });
  });
});
