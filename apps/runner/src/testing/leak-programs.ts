import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** How tasks are started: by root with a range of user ids, by an ordinary user, in the image, under the unit. */
export const SETTINGS = ['root', 'user', 'image', 'unit'] as const;

/** Traces that a task finds of another one that runs beside it, and of one that has ended. */
interface OpenWays {
  beside: string[];
  later: string[];
}

const file = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../../libs/testing/leaks/${name}`, import.meta.url)), 'utf8');

/** Programs of a repository: `leave.py` leaves what `look.py` looks for in a later task and in one beside it. */
export const leakPrograms = (): Record<string, string> =>
  Object.fromEntries(['leave.py', 'look.py'].map((name) => [name, file(name)]));

/** Traces that the programs find in a setting. */
export const openWays = (setting: (typeof SETTINGS)[number]): OpenWays =>
  (JSON.parse(file('open-ways.json')) as Record<(typeof SETTINGS)[number], OpenWays>)[setting];
