import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * A moment at which tests that depend on the day fail. moment: in milliseconds since 1970; undefined in years without it
 * @typedef {{ name: string, zone: string, moment: (year: number) => number | undefined, meaning: string }} Clock
 */

/** @type {readonly Clock[]} */
export const clocks = [
  {
    name: 'year-end',
    zone: 'Asia/Kolkata',
    moment: (year) => Date.UTC(year, 11, 31, 17, 50),
    meaning: 'the last hour of a year, at +05:30',
  },
  {
    name: 'leap-day',
    zone: 'America/St_Johns',
    moment: (year) => (isLeapYear(year) ? Date.UTC(year, 1, 29, 12) : undefined),
    meaning: '29 February, at -03:30',
  },
  {
    name: 'summer-time',
    zone: 'Europe/Berlin',
    moment: (year) => lastSundayOfMarch(year) + 30 * 60_000,
    meaning: 'half an hour before the clocks go forward',
  },
];

const DAY_MS = 86_400_000;
const LIBRARIES = '/usr/lib';

/** @param {number} year */
const isLeapYear = (year) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

/** 00:00 UTC, an hour before the change in Europe. @param {number} year */
function lastSundayOfMarch(year) {
  const last = Date.UTC(year, 2, 31);
  return last - new Date(last).getUTCDay() * DAY_MS;
}

/**
 * How far a clock is ahead of the real one. It never is behind: files keep their real times, and what is written during a run would
 * be of the future.
 * @param {Clock} clock
 * @param {number} now milliseconds since 1970
 * @returns {number} seconds, at least a day
 */
export function secondsAhead({ moment }, now) {
  const years = Array.from({ length: 10 }, (_, more) => new Date(now).getUTCFullYear() + more);
  const next = years.map(moment).find((each) => each !== undefined && each - now >= DAY_MS) ?? now;
  return Math.round((next - now) / 1000);
}

/**
 * Variables that shift the clock of every program that inherits them, but for programs in Go (ADR 0068).
 * @param {Clock} clock
 * @returns {NodeJS.ProcessEnv}
 */
export function clockEnvironment(clock) {
  return { TZ: clock.zone, LD_PRELOAD: library(), DATEFUDGE: String(-secondsAhead(clock, Date.now())) };
}

/** The library of the package datefudge, in the directory of the machine's architecture. */
function library() {
  const homes = existsSync(LIBRARIES) ? readdirSync(LIBRARIES) : [];
  const files = homes.map((name) => path.join(LIBRARIES, name, 'datefudge/datefudge.so'));
  const found = files.find((file) => existsSync(file));
  if (!found) {
    throw new Error('Shifted clocks need the library of datefudge.');
  }
  return found;
}
