import { commaOf } from './locale-of.js';

/** Text for an absent value in tables and facts. */
export const emptyText = '–';

export type MomentValue = string | null | undefined;

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** So long a moment of the day before, or of the next one, is still shown as a distance. */
const NEAR_MS = 6 * 3_600_000;

function isSameDay(one: Date, other: Date): boolean {
  return (
    one.getFullYear() === other.getFullYear() &&
    one.getMonth() === other.getMonth() &&
    one.getDate() === other.getDate()
  );
}

function parse(value: MomentValue): Date | null {
  if (!value) {
    return null;
  }
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Whether people think of it by its distance: it lies on the same day, or not far beyond a midnight. */
const isNear = (date: Date, now: Date): boolean =>
  isSameDay(date, now) || Math.abs(date.getTime() - now.getTime()) < NEAR_MS;

/** Clocks differ a little between machines: what lies less than a minute ahead is shown as now. */
function distanceMs(date: Date, now: Date): number {
  const distance = date.getTime() - now.getTime();
  return distance > 0 && distance < 60_000 ? 0 : distance;
}

/** @param style `narrow` beside durations, which are written with the letters of their units */
function relativeText(date: Date, now: Date, locale: string, style: 'long' | 'narrow' = 'long'): string {
  const distance = distanceMs(date, now);
  const [unit, size] = units.find(([, ms]) => Math.abs(distance) >= ms) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(Math.trunc(distance / size), unit);
}

function clockText(date: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(date);
}

/** Spec section 9: the same day shows relative time plus HH:mm, another day date and time, an absent value a dash; a midnight changes nothing about what lies six hours around it. */
export function momentText(value: MomentValue, now: Date, locale: string): string {
  const date = parse(value);
  if (date === null) {
    return emptyText;
  }
  if (isNear(date, now)) {
    return `${relativeText(date, now, locale)}${commaOf(locale)}${clockText(date, locale)}`;
  }
  return fullMomentText(value, locale);
}

/** One glance only, beside another fact: short relative time where it is near, else the day, with the year when it differs. */
export function shortMomentText(value: MomentValue, now: Date, locale: string): string {
  const date = parse(value);
  if (date === null) {
    return emptyText;
  }
  if (isNear(date, now)) {
    return relativeText(date, now, locale, 'narrow');
  }
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', year }).format(date);
}

/** Date and time, whatever the day; for titles and details. */
export function fullMomentText(value: MomentValue, locale: string): string {
  const date = parse(value);
  if (date === null) {
    return emptyText;
  }
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(locale, { ...day, ...clock }).format(date);
}
