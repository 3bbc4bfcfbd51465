import { describe, expect, it } from '@jest/globals';
import { durationText, elapsedMs } from './duration-text.js';

describe('durationText', () => {
  it.each([
    [0, '0s'],
    [999, '0s'],
    [48_000, '48s'],
    [134_000, '2m 14s'],
    [302_000, '5m 02s'],
    [3_600_000, '1h 00m'],
    [183_600_000, '2d 03h'],
    [-5, '0s'],
  ])('should show %d ms as %s', (ms, text) => {
    expect(durationText(ms, 'en')).toBe(text);
  });

  it.each([
    ['de', '5 Min. 02 Sek.'],
    ['uk', '5 хв 02 с'],
    ['ja', '5m 02s'],
    ['zh-Hans-CN', '5分钟 02秒'],
  ])('should have the units of %s', (locale, text) => {
    expect(durationText(302_000, locale).replace(/\s/g, ' ')).toBe(text);
  });
});

describe('elapsedMs', () => {
  const now = Date.parse('2026-11-21T14:04:14Z');

  it('should count up to now while there is no end', () => {
    expect(elapsedMs('2026-11-21T14:02:00Z', null, now)).toBe(134_000);
  });

  it('should stop at the end', () => {
    expect(elapsedMs('2026-11-21T14:02:00Z', '2026-11-21T14:03:00Z', now)).toBe(60_000);
  });

  it('should know nothing when there is no start and never be negative when clocks differ', () => {
    expect(elapsedMs(null, null, now)).toBeNull();
    expect(elapsedMs('2026-11-21T15:00:00Z', null, now)).toBe(0);
  });
});
