import { describe, expect, it } from '@jest/globals';
import { fullMomentText, momentText, shortMomentText } from './moment-text.js';

const at = (hours: number, minutes: number, day = 21): string => new Date(2026, 10, day, hours, minutes).toISOString();
const now = new Date(2026, 10, 21, 14, 4);

describe('momentText', () => {
  it('should show relative time and HH:mm when the moment lies on the same day', () => {
    expect(momentText(at(14, 2), now, 'en')).toBe('2 minutes ago, 14:02');
    expect(momentText(at(9, 3), now, 'en')).toBe('5 hours ago, 09:03');
    expect(momentText(at(14, 4), now, 'en')).toBe('now, 14:04');
  });

  it('should show now when the other clock runs a little ahead', () => {
    expect(momentText(new Date(2026, 10, 21, 14, 4, 30).toISOString(), now, 'en')).toBe('now, 14:04');
  });

  it('should show date and time when the day differs, and the distance around midnight', () => {
    const afterMidnight = new Date(2026, 10, 21, 0, 1);
    expect(momentText(at(23, 59, 20), afterMidnight, 'en')).toBe('2 minutes ago, 23:59');
    expect(momentText(at(17, 59, 20), afterMidnight, 'en')).toBe('Nov 20, 2026, 17:59');
    expect(momentText(at(0, 1, 22), new Date(2026, 10, 21, 23, 59), 'en')).toBe('in 2 minutes, 00:01');
  });

  it('should show a dash when there is no readable value', () => {
    expect([null, undefined, '', 'never'].map((value) => momentText(value, now, 'en'))).toEqual(['–', '–', '–', '–']);
  });

  it('should follow the language', () => {
    expect(momentText(at(14, 2), now, 'de')).toBe('vor 2 Minuten, 14:02');
    expect(momentText(at(14, 2), now, 'zh-Hans-CN')).toBe('2分钟前，14:02');
  });
});

describe('shortMomentText', () => {
  it('should leave out the clock on the same day and the year within the same year', () => {
    expect(shortMomentText(at(12, 4), now, 'en')).toBe('2h ago');
    expect(shortMomentText(at(12, 4, 19), now, 'en')).toBe('Nov 19');
    expect(shortMomentText(new Date(2025, 0, 2).toISOString(), now, 'en')).toBe('Jan 2, 2025');
    expect(shortMomentText(at(23, 59, 20), new Date(2026, 10, 21, 0, 1), 'en')).toBe('2m ago');
    expect(shortMomentText(null, now, 'en')).toBe('–');
  });
});

describe('fullMomentText', () => {
  it('should always show date and time', () => {
    expect(fullMomentText(at(14, 2), 'en')).toBe('Nov 21, 2026, 14:02');
    expect(fullMomentText(null, 'en')).toBe('–');
  });
});
