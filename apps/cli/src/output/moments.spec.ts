import { describe, expect, it } from '@jest/globals';
import { durationText, momentOf } from './moments.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('moments', () => {
  it.each([
    ['90s', '2026-03-01T11:58:30.000Z'],
    ['10m', '2026-03-01T11:50:00.000Z'],
    ['2h', '2026-03-01T10:00:00.000Z'],
    ['1d', '2026-02-28T12:00:00.000Z'],
    ['2026-01-31T12:00:00+01:00', '2026-01-31T11:00:00.000Z'],
  ])('should read %s', (text, expected) => {
    expect(new Date(momentOf(text, NOW)).toISOString()).toBe(expected);
  });

  it.each(['soon', '10', '-1m', ''])('should refuse "%s"', (text) => {
    expect(() => momentOf(text, NOW)).toThrow('is no time');
  });

  it.each([
    [null, null, ''],
    ['2026-03-01T11:59:53Z', null, '7s'],
    ['2026-03-01T10:00:00Z', '2026-03-01T11:00:05Z', '1h 0m 5s'],
    ['2026-03-01T12:00:01Z', null, '0s'],
  ])('should show the time from %s to %s', (start, end, expected) => {
    expect(durationText(start, end, NOW)).toBe(expected);
  });
});
