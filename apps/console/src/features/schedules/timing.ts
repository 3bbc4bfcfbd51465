/** How the timing of a schedule is set: by pickers that write cron, by cron itself, or once. */
export const timingModes = ['yearly', 'monthly', 'weekly', 'daily', 'hourly', 'raw', 'once', 'commits'] as const;
export type TimingMode = (typeof timingModes)[number];

/** The fields of a cron expression, in its order. An empty list is `*`. */
export interface CronFields {
  minutes: number[];
  hours: number[];
  days: number[];
  months: number[];
  weekdays: number[];
}

export type CronField = keyof CronFields;

const ORDER = ['minutes', 'hours', 'days', 'months', 'weekdays'] as const satisfies CronField[];
const BOUNDS: Readonly<Record<CronField, readonly [first: number, last: number]>> = {
  minutes: [0, 59],
  hours: [0, 23],
  days: [1, 31],
  months: [1, 12],
  weekdays: [0, 7],
};

/** The fields that a mode lets people pick, the widest first. */
export const fieldsOf: Readonly<Record<TimingMode, readonly CronField[]>> = {
  yearly: ['months', 'days', 'hours', 'minutes'],
  monthly: ['days', 'hours', 'minutes'],
  weekly: ['weekdays', 'hours', 'minutes'],
  daily: ['hours', 'minutes'],
  hourly: ['minutes'],
  raw: [],
  once: [],
  commits: [],
};

/** Expression that the server takes for a schedule without one (resources 5): every minute. */
export const DEFAULT_CRON = '* * * * *';

/** Cron expressions that a mode begins with. */
export const startOf: Readonly<Record<Exclude<TimingMode, 'raw' | 'once' | 'commits'>, string>> = {
  yearly: '0 4 1 1 *',
  monthly: '0 4 1 * *',
  weekly: '0 4 * * 1',
  daily: '0 4 * * *',
  hourly: '0 * * * *',
};

export interface Timing {
  mode: Exclude<TimingMode, 'once' | 'commits'>;
  fields: CronFields;
}

const NONE: CronFields = { minutes: [], hours: [], days: [], months: [], weekdays: [] };

/**
 * The mode of an expression, by the fields that are not `*` (resources 2): the widest one counts. An expression that
 * the pickers cannot show is raw.
 */
export function timingOf(cron: string): Timing {
  const texts = cron.trim().split(/\s+/);
  const lists = texts.map((text, i) => listOf(text, ORDER[i] ?? 'minutes'));
  if (texts.length !== ORDER.length || lists.some((list) => list === null)) {
    return { mode: 'raw', fields: NONE };
  }
  const fields = { ...NONE };
  ORDER.forEach((name, i) => (fields[name] = lists[i] ?? []));
  const mode = classOf(fields);
  const isShown = ORDER.every((name) => fields[name].length === 0 || fieldsOf[mode].includes(name));
  return isShown ? { mode, fields } : { mode: 'raw', fields: NONE };
}

const HOUR_MINUTES = 60;

/** Whether an expression is due in each minute of its hours. */
export function isEveryMinute(cron: string): boolean {
  const texts = cron.trim().split(/\s+/);
  const minutes = texts.length === ORDER.length ? listOf(texts[0] ?? '', 'minutes') : null;
  return minutes?.length === 0 || minutes?.length === HOUR_MINUTES || /^@every (?:1m|60s)$/.test(cron.trim());
}

function classOf({ months, days, weekdays, hours }: CronFields): Timing['mode'] {
  if (months.length > 0) {
    return 'yearly';
  }
  if (days.length > 0) {
    return 'monthly';
  }
  if (weekdays.length > 0) {
    return 'weekly';
  }
  return hours.length > 0 ? 'daily' : 'hourly';
}

/** The expression of picked values; a mode leaves the fields that it does not show at `*`. */
export const cronOf = (mode: TimingMode, fields: CronFields): string =>
  ORDER.map((name) => (fieldsOf[mode].includes(name) ? textOf(fields[name]) : '*')).join(' ');

const textOf = (values: readonly number[]): string =>
  values.length === 0 ? '*' : [...values].sort((one, other) => one - other).join(',');

/** The values of a field: numbers, lists, ranges and steps. `[]` = `*`; `null` = something else. */
function listOf(text: string, name: CronField): number[] | null {
  if (text === '*') {
    return [];
  }
  const parts = text.split(',').map((part) => rangeOf(part, BOUNDS[name]));
  const values = parts.flatMap((part) => part ?? []);
  const days = name === 'weekdays' ? values.map((value) => value % 7) : values;
  return parts.includes(null) ? null : [...new Set(days)].sort((one, other) => one - other);
}

function rangeOf(part: string, [first, last]: readonly [number, number]): number[] | null {
  const [, star, from = '', to, step = '1'] = /^(?:(\*)|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
  const [low, high] = star ? [first, last] : [Number(from), Number(to ?? from)];
  const isValid = (star || from !== '') && low >= first && high <= last && low <= high && Number(step) > 0;
  if (!isValid || (step !== '1' && !star && to === undefined)) {
    return null;
  }
  const count = Math.floor((high - low) / Number(step)) + 1;
  return Array.from({ length: count }, (_, i) => low + i * Number(step));
}
