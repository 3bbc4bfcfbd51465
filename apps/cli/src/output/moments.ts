import { CommandError, EXIT } from '../exit-codes.js';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** A moment as lists show it: local, to the second. */
export function momentText(time: string | null): string {
  if (time === null) {
    return '';
  }
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19).replace('T', ' ');
}

/** The time between two moments, such as `1m 12s`; empty before it began. */
export function durationText(start: string | null, end: string | null, now = Date.now()): string {
  if (start === null) {
    return '';
  }
  const seconds = Math.max(0, Math.round(((end === null ? now : Date.parse(end)) - Date.parse(start)) / 1_000));
  const parts = [
    [Math.floor(seconds / 3_600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first === -1 ? 2 : first)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ');
}

/** A moment that is given as a time (RFC 3339) or as a duration before now, such as `90s`, `10m`, `2h` or `1d`. @throws CommandError */
export function momentOf(text: string, now = Date.now()): number {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = UNITS.get(unit ?? '');
  if (milliseconds !== undefined) {
    return now - Number(count) * milliseconds;
  }
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at)) {
    throw new CommandError(`"${text}" is no time: take one such as 2026-01-31T12:00:00Z, or 10m, 2h, 1d`, EXIT.usage);
  }
  return at;
}
