import { describe, expect, it } from '@jest/globals';
import { timingOf } from './recurrence.js';

const BERLIN = 'DTSTART;TZID=Europe/Berlin:20240315T030500';
const cron = (rule: string, start = BERLIN): string | undefined => timingOf(`${start} RRULE:${rule}`)?.cron_format;

describe(timingOf.name, () => {
  it.each([
    ['FREQ=MINUTELY;INTERVAL=1', '* * * * *'],
    ['FREQ=MINUTELY;INTERVAL=15', '5,20,35,50 * * * *'],
    ['FREQ=HOURLY;INTERVAL=8', '5 3,11,19 * * *'],
    ['FREQ=DAILY;INTERVAL=1', '5 3 * * *'],
    ['FREQ=DAILY;INTERVAL=1;BYDAY=MO,FR', '5 3 * * 1,5'],
    ['FREQ=WEEKLY;INTERVAL=1;BYDAY=SU,SA', '5 3 * * 0,6'],
    ['FREQ=WEEKLY;INTERVAL=1', '5 3 * * 5'],
    ['FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=1', '5 3 1 * *'],
    ['FREQ=MONTHLY;INTERVAL=3', '5 3 15 3,6,9,12 *'],
    ['FREQ=YEARLY;INTERVAL=1', '5 3 15 3 *'],
    ['FREQ=YEARLY;INTERVAL=1;BYDAY=MO', '5 3 * * 1'],
    ['FREQ=YEARLY;INTERVAL=1;BYMONTH=4;BYMONTHDAY=1', '5 3 1 4 *'],
    ['FREQ=DAILY;INTERVAL=1;BYHOUR=6,18;BYMINUTE=0', '0 6,18 * * *'],
  ])('should say %s as %s', (rule, expected) => {
    expect(cron(rule)).toBe(expected);
  });

  it.each([
    'FREQ=MINUTELY;INTERVAL=7',
    'FREQ=HOURLY;INTERVAL=5',
    'FREQ=DAILY;INTERVAL=2',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO',
    'FREQ=MONTHLY;INTERVAL=1;BYDAY=1MO',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1',
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=13;BYDAY=FR',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=x',
  ])('should not say %s, which no cron expression means', (rule) => {
    expect(cron(rule)).toBeUndefined();
  });

  it.each(['', 'RRULE:FREQ=DAILY', 'DTSTART:20240101T000000Z'])('should not read %j', (rule) => {
    expect(timingOf(rule)).toBeNull();
  });

  it('should keep the zone, which is UTC for a Z', () => {
    expect(timingOf(`${BERLIN} RRULE:FREQ=DAILY;INTERVAL=1`)).toMatchObject({ timezone: 'Europe/Berlin', losses: [] });
    expect(timingOf('DTSTART:20240315T030500Z RRULE:FREQ=DAILY;INTERVAL=1')).toMatchObject({ timezone: 'UTC' });
  });

  it.each([
    ['20240115T030500', '2024-01-15T02:05:00.000Z'],
    ['20240715T030500', '2024-07-15T01:05:00.000Z'],
    // The clock goes from 2:00 to 3:00 on that day.
    ['20240331T030500', '2024-03-31T01:05:00.000Z'],
    ['20240331T013000', '2024-03-31T00:30:00.000Z'],
  ])('should run once at %s in Berlin, which is %s', (local, run_at) => {
    expect(timingOf(`DTSTART;TZID=Europe/Berlin:${local} RRULE:FREQ=DAILY;INTERVAL=1;COUNT=1`)).toEqual({
      type: 'run_at',
      cron_format: '',
      run_at,
      timezone: 'Europe/Berlin',
      losses: [],
    });
  });

  it('should name what of a rule is lost', () => {
    const losses = (rule: string) => timingOf(`${BERLIN} ${rule}`)?.losses;
    expect(losses('RRULE:FREQ=DAILY;INTERVAL=1;COUNT=5')).toEqual(['COUNT']);
    expect(losses('RRULE:FREQ=DAILY;INTERVAL=1;UNTIL=20250101T000000Z')).toEqual(['UNTIL']);
    expect(losses('RRULE:FREQ=DAILY;INTERVAL=1 EXRULE:FREQ=DAILY;BYDAY=MO')).toEqual(['exceptions']);
    expect(losses('RRULE:FREQ=DAILY;INTERVAL=1 RRULE:FREQ=WEEKLY')).toEqual(['more than one rule']);
  });

  it('should have no moment in a zone that does not exist', () => {
    expect(timingOf('DTSTART;TZID=Mars/Base:20240115T030500 RRULE:FREQ=DAILY;COUNT=1')).toBeNull();
  });
});
