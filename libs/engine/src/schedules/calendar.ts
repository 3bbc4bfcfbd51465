import { messageOf } from '@switchyard/concurrency';
import { problem, type Problem } from '@switchyard/contracts';
import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';

/** When something runs: a cron expression, read in a zone. */
export interface CronTiming {
  /** Five fields, `@hourly` to `@yearly`, or `@every` with a duration such as `1h30m`. */
  cron: string;
  /** IANA name. */
  timezone: string;
}

const NICKNAMES = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);
const EVERY = /^@every (?=\d)(?:(\d{1,5})h)?(?:(\d{1,6})m)?$/;
const MINUTE_MS = 60_000;
const YEAR_MINUTES = 366 * 24 * 60;
/** Most calendars that are kept: many schedules have the same one. */
const KEPT = 1_000;

/** A calendar, and its last answer: from `from` on, until then, the next time is `next`. */
interface Calendar {
  cron: Cron;
  from: number;
  next: Date | null;
}

const calendars = new LRUCache<string, Calendar>({ max: KEPT });

/** Returns the fault of a timing, `null` when it has a next time. @param now where the search begins */
export function timingFault(timing: CronTiming, now: Date): Problem | null {
  if (!isZone(timing.timezone)) {
    return problem('time_zone', { name: timing.timezone });
  }
  const fault = cronFault(timing);
  return fault ?? (nextRun(timing, now) === null ? problem('cron_never') : null);
}

/**
 * The first time after `after`. Where the clock is put forward, what was planned in the gap runs once at its end, unless
 * minutes or hours have a `*` or a step; where it is put back, what has fixed hours and minutes runs once, at the first
 * of both times. `@every` counts from the first moment of 1970.
 * @returns null when it never comes
 * @throws for a timing that `timingFault` refuses
 */
export function nextRun({ cron, timezone }: CronTiming, after: Date): Date | null {
  const minutes = everyMinutes(cron);
  if (minutes === null) {
    return nextOf(calendarOf(cron, timezone), after);
  }
  const step = minutes * MINUTE_MS;
  return new Date((Math.floor(after.getTime() / step) + 1) * step);
}

/** The next times, at most `count`. */
export function nextRuns(timing: CronTiming, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (let next = nextRun(timing, after); next !== null && runs.length < count; next = nextRun(timing, next)) {
    runs.push(next);
  }
  return runs;
}

/** Whether there is such a zone: a name of the tz database, no offset. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

function cronFault({ cron, timezone }: CronTiming): Problem | null {
  if (cron.startsWith('@')) {
    return everyMinutes(cron) !== null || NICKNAMES.has(cron.toLowerCase()) ? null : problem('cron_nickname');
  }
  if (cron.split(/\s+/).length !== 5) {
    return problem('cron_fields');
  }
  try {
    calendarOf(cron, timezone);
    return null;
  } catch (error) {
    return problem('cron_invalid', { reason: reasonOf(error) });
  }
}

/** The message of the library, without its own name. It counts months and days from 0, people from 1. */
const reasonOf = (error: unknown): string =>
  messageOf(error)
    .replace(/^CronPattern: /, '')
    .replace(/(value for (?:month|day): )(-?\d+)$/, (_, text: string, value: string) => `${text}${Number(value) + 1}`)
    .slice(0, 200);

/** Many schedules of one moment have the same calendar, and finding a time costs far more than all else about them. */
function nextOf(calendar: Calendar, after: Date): Date | null {
  const at = after.getTime();
  const { from, next } = calendar;
  if (from > at || (next !== null && next.getTime() <= at)) {
    calendar.next = calendar.cron.nextRun(after);
    calendar.from = at;
  }
  return calendar.next;
}

function calendarOf(cron: string, timezone: string): Calendar {
  const key = `${timezone} ${cron}`;
  const known = calendars.get(key);
  if (known) {
    return known;
  }
  const options = { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true } as const;
  const made = { cron: new Cron(cron, options), from: Infinity, next: null };
  calendars.set(key, made);
  return made;
}

/** Minutes of an `@every`, one minute to a year; `null` for anything else. */
function everyMinutes(cron: string): number | null {
  const [, hours = '0', minutes = '0'] = EVERY.exec(cron) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total >= 1 && total <= YEAR_MINUTES ? total : null;
}
