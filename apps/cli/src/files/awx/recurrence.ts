import { own } from '@switchyard/contracts';

/** When a schedule runs, as ours has it. */
export interface Timing {
  /** `''` = by cron; `run_at` = once. */
  type: '' | 'run_at';
  cron_format: string;
  run_at: string | null;
  timezone: string;
  /** Parts of the rule that are lost. A schedule with losses stays paused. */
  losses: string[];
}

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Steps of an interval inside of the unit above it, which cron can repeat only where they divide it. */
const UNITS: Readonly<Record<string, number | undefined>> = { MINUTELY: 60, HOURLY: 24, MONTHLY: 12 };

interface Start {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  zone: string;
}

/**
 * The schedule that a recurrence rule of AWX means (RFC 5545, the part that AWX takes: `DTSTART;TZID=Zone:… RRULE:…`).
 * @returns `null` = a cron expression cannot say it
 */
export function timingOf(rule: string): Timing | null {
  const start = startOf(rule);
  const rules = [...rule.matchAll(/(?:^|\s)RRULE:(\S+)/g)].map(([, parts = '']) => partsOf(parts));
  const [parts] = rules;
  if (start === null || parts === undefined) {
    return null;
  }
  if (parts.get('COUNT') === '1' && rules.length === 1) {
    const run_at = instantOf(start);
    return run_at === null ? null : { type: 'run_at', cron_format: '', run_at, timezone: start.zone, losses: [] };
  }
  const cron = cronOf(parts, start);
  const losses = [
    ...(rules.length > 1 ? ['more than one rule'] : []),
    ...(/EXRULE|EXDATE|RDATE/.test(rule) ? ['exceptions'] : []),
    ...['UNTIL', 'COUNT', 'BYSETPOS', 'BYWEEKNO', 'BYYEARDAY', 'BYEASTER'].filter((name) => parts.has(name)),
  ];
  return cron === null ? null : { type: '', cron_format: cron, run_at: null, timezone: start.zone, losses };
}

const partsOf = (rule: string): Map<string, string> =>
  new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));

function startOf(rule: string): Start | null {
  const found = /DTSTART(?:;TZID=([^:\s]+))?:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\dZ?/.exec(rule);
  if (found === null) {
    return null;
  }
  const [year, month, day, hour, minute] = found.slice(2).map(Number) as [number, number, number, number, number];
  return { year, month, day, hour, minute, zone: found[1] ?? 'UTC' };
}

function cronOf(parts: ReadonlyMap<string, string>, start: Start): string | null {
  const frequency = parts.get('FREQ') ?? '';
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const unit = own(UNITS, frequency) ?? 1;
  if (!Number.isInteger(interval) || interval < 1 || (interval !== 1 && unit % interval !== 0)) {
    return null;
  }
  const repeats = (at: number, first: number): string => steps({ at, interval, unit, first });
  const minute = frequency === 'MINUTELY' ? repeats(start.minute, 0) : String(start.minute);
  const hours: Readonly<Record<string, string | undefined>> = { MINUTELY: '*', HOURLY: repeats(start.hour, 0) };
  const hour = own(hours, frequency) ?? String(start.hour);
  const isOnce = frequency === 'YEARLY' && !parts.has('BYDAY') && !parts.has('BYMONTHDAY');
  const month = frequency === 'MONTHLY' ? repeats(start.month, 1) : isOnce ? String(start.month) : '*';
  const days = daysOf(parts, start, frequency);
  const of = (name: string, otherwise: string): string => parts.get(name) ?? otherwise;
  return (
    days && `${of('BYMINUTE', minute)} ${of('BYHOUR', hour)} ${days.ofMonth} ${of('BYMONTH', month)} ${days.ofWeek}`
  );
}

/** Values of a field from a start in equal steps. */
function steps({ at, interval, unit, first }: { at: number; interval: number; unit: number; first: number }): string {
  if (interval === 1) {
    return '*';
  }
  const offset = (at - first) % interval;
  return Array.from({ length: unit / interval }, (_, index) => first + offset + index * interval).join(',');
}

/** Days of the month and of the week; `null` = cron takes either where the rule means both, or cannot count them. */
function daysOf(
  parts: ReadonlyMap<string, string>,
  start: Start,
  frequency: string,
): { ofMonth: string; ofWeek: string } | null {
  const monthDays = parts.get('BYMONTHDAY');
  const weekDays = parts.get('BYDAY')?.split(',');
  if ((monthDays !== undefined && weekDays !== undefined) || /-/.test(monthDays ?? '')) {
    return null;
  }
  if (weekDays !== undefined) {
    const numbers = weekDays.map((day) => DAYS.indexOf(day));
    return numbers.includes(-1) ? null : { ofMonth: '*', ofWeek: numbers.sort().join(',') };
  }
  if (monthDays !== undefined) {
    return { ofMonth: monthDays, ofWeek: '*' };
  }
  if (frequency === 'WEEKLY') {
    const day = new Date(Date.UTC(start.year, start.month - 1, start.day)).getUTCDay();
    return { ofMonth: '*', ofWeek: String(day) };
  }
  const isDaily = ['MINUTELY', 'HOURLY', 'DAILY'].includes(frequency);
  return { ofMonth: isDaily ? '*' : String(start.day), ofWeek: '*' };
}

/** The moment of a wall clock in a zone, as ISO 8601; `null` = there is no such zone. */
function instantOf({ year, month, day, hour, minute, zone }: Start): string | null {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  try {
    const first = wall - offsetAt(wall, zone);
    return new Date(wall - offsetAt(first, zone)).toISOString();
  } catch {
    return null;
  }
}

/** How far the clock of a zone is ahead of UTC, in ms. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(moment);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - moment;
}
