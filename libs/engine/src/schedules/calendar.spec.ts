import { describe, expect, it } from '@jest/globals';
import { problem } from '@switchyard/contracts';
import { nextRuns, timingFault } from './calendar.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const after = (cron: string, timezone: string, from: string, count: number): string[] =>
  nextRuns({ cron, timezone }, new Date(from), count).map((run) => run.toISOString().slice(0, 16));

const BERLIN = 'Europe/Berlin';
const SYDNEY = 'Australia/Sydney';
const LORD_HOWE = 'Australia/Lord_Howe';

/** Zone, expression, where the search begins, the runs in UTC. */
const CASES: Record<string, [string, string, string, string]> = {
  'runs once at the end of the gap': [BERLIN, '30 2 * * *', '03-28T12:00', '03-29T01:00 03-30T00:30'],
  'runs once at the end of the gap, of a list of hours': [
    BERLIN,
    '30 2,14 * * *',
    '03-28T20:00',
    '03-29T01:00 03-29T12:30',
  ],
  'leaves a gap out that a step would fall into': [BERLIN, '*/30 2 * * *', '03-28T12:00', '03-30T00:00 03-30T00:30'],
  'goes on over the gap by the clock that passes': [
    BERLIN,
    '*/30 * * * *',
    '03-29T00:15',
    '03-29T00:30 03-29T01:00 03-29T01:30',
  ],
  'is hourly over the gap': [BERLIN, '0 * * * *', '03-28T23:30', '03-29T00:00 03-29T01:00 03-29T02:00'],
  'runs once in the overlap, at the first of both times': [
    BERLIN,
    '30 2 * * *',
    '10-24T12:00',
    '10-25T00:30 10-26T01:30',
  ],
  'goes on over the overlap by the clock that passes': [
    BERLIN,
    '*/30 * * * *',
    '10-25T00:15',
    '10-25T00:30 10-25T01:00 10-25T01:30',
  ],
  'is hourly over the overlap': [BERLIN, '0 * * * *', '10-24T23:30', '10-25T00:00 10-25T01:00 10-25T02:00'],
  'runs at the end of the gap of the south': [SYDNEY, '30 2 * * *', '10-03T00:00', '10-03T16:00 10-04T15:30'],
  'runs once in the overlap of the south': [SYDNEY, '30 2 * * *', '04-03T20:00', '04-04T15:30 04-05T16:30'],
  'bears a change by half an hour, gap': [LORD_HOWE, '15 2 * * *', '10-03T00:00', '10-03T15:30 10-04T15:15'],
  'bears a change by half an hour, overlap': [LORD_HOWE, '45 1 * * *', '04-04T00:00', '04-04T14:45 04-05T15:15'],
  'bears a day that begins at 1': ['America/Santiago', '0 0 * * *', '09-05T12:00', '09-06T04:00 09-07T03:00'],
  'bears an offset of half an hour': ['Asia/Kolkata', '0 9 * * *', '04-03T12:00', '04-04T03:30'],
  'bears an offset of three quarters': ['Asia/Kathmandu', '0 9 * * *', '04-03T12:00', '04-04T03:15'],
  'leaves short months out': ['UTC', '0 0 31 * *', '04-03T12:00', '05-31T00:00 07-31T00:00 08-31T00:00'],
  'finds the last day of a month': ['UTC', '0 0 L * *', '02-03T12:00', '02-28T00:00 03-31T00:00'],
  'takes either of day of month and day of week': ['UTC', '0 0 13 * 5', '04-09T00:00', '04-10T00:00 04-13T00:00'],
  'knows names': ['UTC', '5 4 * jan-mar mon-fri', '01-02T12:00', '01-05T04:05'],
  'knows nicknames': [BERLIN, '@daily', '06-01T12:00', '06-01T22:00 06-02T22:00'],
  'counts durations from 1970': ['UTC', '@every 1h30m', '01-01T00:10', '01-01T01:30 01-01T03:00'],
  'goes on behind an outage over the gap with one time': [BERLIN, '30 2 * * *', '03-31T07:00', '04-01T00:30'],
};

describe('the calendar of schedules', () => {
  it.each(Object.entries(CASES))('%s', (_, [zone, cron, from, expected]) => {
    const runs = expected.split(' ').map((run) => `2026-${run}`);
    expect(after(cron, zone, `2026-${from}:00Z`, runs.length)).toEqual(runs);
  });

  it('should wait for the 29th of February', () => {
    expect(after('0 0 29 2 *', 'UTC', '2026-04-03T12:00:00Z', 2)).toEqual(['2028-02-29T00:00', '2032-02-29T00:00']);
    expect(after('0 0 29 2 *', 'UTC', '2096-04-03T12:00:00Z', 1)).toEqual(['2104-02-29T00:00']);
  });

  it.each([
    ['0 0 30 2 *', 'cron_never'],
    ['0 0 31 4,6,9,11 *', 'cron_never'],
    ['* * * *', 'cron_fields'],
    ['* * * * * *', 'cron_fields'],
    ['', 'cron_fields'],
    ['@reboot', 'cron_nickname'],
    ['@every 30s', 'cron_nickname'],
    ['@every 0m', 'cron_nickname'],
    ['@every 9999h', 'cron_nickname'],
    ['@every', 'cron_nickname'],
    ['60 0 * * *', 'cron_invalid'],
    ['30-10 * * * *', 'cron_invalid'],
    ['*/0 * * * *', 'cron_invalid'],
    ['CRON_TZ=UTC * * * *', 'cron_invalid'],
  ])('should refuse %j as %s', (cron, code) => {
    expect(timingFault({ cron, timezone: 'UTC' }, NOW)?.code).toBe(code);
  });

  it.each([
    ['0 0 1 13 *', 13],
    ['0 0 32 1 *', 32],
    ['60 0 1 1 *', 60],
  ])('should name the value of %j as people count', (cron, value) => {
    const { reason } = timingFault({ cron, timezone: 'UTC' }, NOW)?.params ?? {};
    expect(reason).toMatch(new RegExp(`: ${value}$`));
  });

  it.each(['Nowhere/City', '+02:00', '', 'x'.repeat(64)])('should refuse the zone %j', (timezone) => {
    expect(timingFault({ cron: '* * * * *', timezone }, NOW)).toEqual(problem('time_zone', { name: timezone }));
  });

  it.each([`${'1,'.repeat(123)}1 * * * *`, `* * ${'*/'.repeat(120)} * *`, `@every ${'1'.repeat(240)}h`])(
    'should judge %j without a fault of its own',
    (cron) => {
      expect(() => timingFault({ cron, timezone: BERLIN }, NOW)).not.toThrow();
    },
  );
});
