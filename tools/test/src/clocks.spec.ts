import { describe, expect, it } from '@jest/globals';
import { clocks, secondsAhead } from './clocks.mjs';

describe('secondsAhead', () => {
  /** Time that a clock shows, as its zone writes it. */
  function shown(name: string, now: string): string {
    const clock = clocks.find((each) => each.name === name);
    if (!clock) {
      throw new Error(`no clock ${name}`);
    }
    const moment = new Date(Date.parse(now) + secondsAhead(clock, Date.parse(now)) * 1000);
    return moment.toLocaleString('sv-SE', { timeZone: clock.zone });
  }

  it.each([
    ['year-end', '2026-11-24T14:00:00Z', '2026-12-31 23:20:00'],
    ['year-end', '2026-12-31T12:00:00Z', '2027-12-31 23:20:00'],
    ['year-end', '2027-01-01T00:00:00Z', '2027-12-31 23:20:00'],
    ['leap-day', '2026-11-24T14:00:00Z', '2028-02-29 08:30:00'],
    ['leap-day', '2028-02-29T00:00:00Z', '2032-02-29 08:30:00'],
    ['leap-day', '2096-03-01T00:00:00Z', '2104-02-29 08:30:00'],
    ['summer-time', '2026-11-24T14:00:00Z', '2027-03-28 01:30:00'],
  ])('should bring %s from %s to the next such moment', (name, now, expected) => {
    expect(shown(name, now)).toBe(expected);
  });
});
