import { readFileSync } from 'node:fs';
import { StartError } from '../start-error.js';

/** Whom the tasks of the local runners run as. */
export type TaskUsers =
  /** Like the supervisor itself. */
  | { kind: 'own' }
  /** User ids, each of which belongs to one task at a time; shared out among the runners. */
  | { kind: 'range'; first: number; last: number }
  /** One account for all. */
  | { kind: 'account'; name: string };

/** Ids of one installation: enough for the most local runners with {@link idsPerRunner} tasks at once. */
const idsPerInstallation = 8_192;
const idsPerRunner = 256;
/** Where the ranges of installations begin: above people and services, and in a container that has 65,536 ids in all. */
const firstIds = { machine: 700_000, container: 20_000 };
/** PostgreSQL runs as this one. */
const nobody = 65_534;

export interface IdRange {
  first: number;
  last: number;
}

/** The ids of the installation with this number, counted from 0. */
export function rangeOf(installation: number, known: KnownIds): IdRange {
  const { machine, container } = firstIds;
  const base = isMapped({ first: machine, last: machine }, known) ? machine : container;
  const first = base + installation * idsPerInstallation;
  return { first, last: first + idsPerInstallation - 1 };
}

/** The value of `SWITCHYARD_RUNNER_RUN_AS` for one of the runners, counted from 0; undefined: tasks run as the runner. */
export function runAsOf(users: TaskUsers, runner: number, runners: number): string | undefined {
  if (users.kind !== 'range') {
    return users.kind === 'account' ? users.name : undefined;
  }
  const share = Math.min(idsPerRunner, Math.floor((users.last - users.first + 1) / runners));
  const first = users.first + runner * share;
  return `${first}-${first + share - 1}`;
}

/**
 * Reads `SWITCHYARD_LOCAL_RUNNER_RUN_AS`; undefined when nothing is set, which leaves the choice to the supervisor.
 * @throws StartError when the value has another form or the users are not fit
 */
export function parseTaskUsers(text: string | undefined, runners: number): TaskUsers | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (text === 'off') {
    return { kind: 'own' };
  }
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from && first > 0 && last - first + 1 >= runners && (nobody < first || nobody > last)) {
    return { kind: 'range', first, last };
  }
  if (/^[A-Za-z_][\w.-]*\$?$/.test(text) && !['root', 'nobody'].includes(text)) {
    return { kind: 'account', name: text };
  }
  throw new StartError(
    'SWITCHYARD_LOCAL_RUNNER_RUN_AS must be a range of user ids such as 700000-700255, at least one for each local runner ' +
      `and without ${nobody}, the name of an account that is neither root nor nobody, or off.`,
  );
}

/** Ids that this machine knows and uses, as the files of Linux give them. */
export interface KnownIds {
  /** /proc/self/uid_map: a container may have fewer ids than the machine. */
  uidMap: string;
  /** /etc/passwd. */
  accounts: string;
  /** /etc/subuid: ids that users may give to their own containers. */
  subordinate: string;
}

export function readKnownIds(): KnownIds {
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return { uidMap: read('/proc/self/uid_map'), accounts: read('/etc/passwd'), subordinate: read('/etc/subuid') };
}

/** True when this machine has every id of the range, and nobody else uses one. */
export function isFreeRange(range: IdRange, known: KnownIds): boolean {
  const { first, last } = range;
  const accounts = known.accounts.split('\n').map((line) => line.split(':'));
  const isTaken = accounts.some(
    ([name = '', , id = '']) =>
      id !== '' && !name.startsWith('switchyard-') && first <= Number(id) && Number(id) <= last,
  );
  const isLent = numbersOf(known.subordinate, ':').some(
    ([, from = NaN, length = NaN]) => from <= last && first < from + length,
  );
  return isMapped(range, known) && !isTaken && !isLent && (last < nobody || nobody < first);
}

function isMapped({ first, last }: IdRange, { uidMap }: KnownIds): boolean {
  return numbersOf(uidMap, /\s+/).some(([inside = NaN, , length = NaN]) => inside <= first && last < inside + length);
}

const numbersOf = (text: string, separator: RegExp | string): number[][] =>
  text.split('\n').map((line) => line.trim().split(separator).map(Number));
