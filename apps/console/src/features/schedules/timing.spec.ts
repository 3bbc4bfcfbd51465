import { describe, expect, it } from '@jest/globals';
import { cronOf, isEveryMinute, startOf, timingOf } from './timing.js';

describe('the timing of a cron expression', () => {
  it.each([
    ['* * * * *', 'hourly', {}],
    ['5,35 * * * *', 'hourly', { minutes: [5, 35] }],
    ['0 4 * * *', 'daily', { minutes: [0], hours: [4] }],
    ['0 4 * * 1-5', 'weekly', { weekdays: [1, 2, 3, 4, 5] }],
    ['0 4 * * 7', 'weekly', { weekdays: [0] }],
    ['0 4 1,15 * *', 'monthly', { days: [1, 15] }],
    ['0 4 1 6 *', 'yearly', { days: [1], months: [6] }],
    ['0 4 * 6 *', 'yearly', { months: [6] }],
    ['*/20 * * * *', 'hourly', { minutes: [0, 20, 40] }],
    ['10-30/10 * * * *', 'hourly', { minutes: [10, 20, 30] }],
  ])('should class %s as %s and read it', (cron, mode, fields) => {
    expect(timingOf(cron)).toMatchObject({ mode, fields });
  });

  it.each([
    '',
    '* * * *',
    '@daily',
    '0 0 L * *',
    '0 0 1 * 1',
    '0 4 * 6 1',
    '0 0 * jan *',
    '60 * * * *',
    '*/0 * * * *',
    '5-1 * * * *',
    '5/10 * * * *',
    'x * * * *',
    '0 0 0 * *',
    '1, * * * *',
  ])('should leave %j as it is', (cron) => {
    expect(timingOf(cron).mode).toBe('raw');
  });

  it.each(['* * * * *', '5,35 * * * *', '0 4 * * *', '0 4 * * 1,5', '0 4 1,15 * *', '0 4 1 6 *', '* 4 * 6 *'])(
    'should write %s as it was read',
    (cron) => {
      const { mode, fields } = timingOf(cron);
      expect(cronOf(mode, fields)).toBe(cron);
    },
  );

  it('should begin each mode with an expression of that mode', () => {
    for (const [mode, cron] of Object.entries(startOf)) {
      expect(timingOf(cron).mode).toBe(mode);
      expect(isEveryMinute(cron)).toBe(false);
    }
  });

  it.each(['* * * * *', ' */1 * * * * ', '0-59 4 * * *', '* 4 * * 1', '@every 1m', '@every 60s'])(
    'should name %j due every minute',
    (cron) => {
      expect(isEveryMinute(cron)).toBe(true);
    },
  );

  it.each(['*/2 * * * *', '0 * * * *', '@hourly', '@every 90s', '@every 10m', '* * * *', 'x', ''])(
    'should not name %j due every minute',
    (cron) => {
      expect(isEveryMinute(cron)).toBe(false);
    },
  );

  it('should drop what the next mode does not show', () => {
    expect(cronOf('daily', timingOf('30 4 1 6 *').fields)).toBe('30 4 * * *');
  });
});
