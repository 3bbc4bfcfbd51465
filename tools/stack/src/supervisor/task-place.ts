import { messageOf } from '@switchyard/concurrency';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  chmodSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.js';
import { type IdRange, isFreeRange, type KnownIds, rangeOf, readKnownIds } from './task-users.js';

/** Installations on one machine. */
const most = 1_000;
/** Others may pass through, not list. */
const passable = 0o711;

/** Where the tasks of one installation work, and the user ids that are its own on this machine. */
export interface TaskPlace {
  dir: string;
  range: IdRange;
}

/**
 * The place of an installation below `base`, which all installations of this machine share; made at the first call and
 * found again by the path of the data directory. The place of an installation whose data directory is gone is taken over.
 * @throws StartError when `base` cannot be written or the machine has no free user ids
 */
export function takeTaskPlace(base: string, dataDir: string, known: KnownIds = readKnownIds()): TaskPlace {
  try {
    mkdirSync(base, { recursive: true, mode: passable });
    const number = ownPlace(base, dataDir, known) ?? newPlace(base, dataDir, known);
    return { dir: join(base, String(number)), range: rangeOf(number, known) };
  } catch (error) {
    if (error instanceof StartError) {
      throw error;
    }
    throw new StartError(
      `Tasks cannot work in ${base} (${messageOf(error)}): ` +
        'name another directory in SWITCHYARD_LOCAL_RUNNER_WORK_DIR.',
    );
  }
}

/** Removes the place of an installation that needs none, with all that its tasks left. */
export function dropTaskPlace(base: string, dataDir: string): void {
  numbers()
    .filter((number) => ownerOf(join(base, String(number))) === dataDir)
    .forEach((number) => discard(join(base, String(number))));
}

/** A directory in the one that all installations of a machine share. */
export interface ListedPlace {
  dir: string;
  /** Data directory of its installation; `null` = not known. */
  owner: string | null;
  /** No installation uses it: its owner is gone, or was never written. */
  isLeft: boolean;
}

/** Everything below `base`; the next start of a new installation takes over what is left. */
export function listTaskPlaces(base: string): ListedPlace[] {
  const found = existsSync(base) ? readdirSync(base, { withFileTypes: true }) : [];
  return found
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const dir = join(base, name);
      const owner = ownerOf(dir) ?? null;
      return { dir, owner, isLeft: owner === null || !existsSync(owner) || !/^\d+$/.test(name) };
    })
    .toSorted((one, other) => one.dir.localeCompare(other.dir, 'en', { numeric: true }));
}

function ownPlace(base: string, dataDir: string, known: KnownIds): number | undefined {
  const own = numbers().find((number) => ownerOf(join(base, String(number))) === dataDir);
  if (own === undefined || isFreeRange(rangeOf(own, known), known)) {
    return own;
  }
  discard(join(base, String(own)));
  return undefined;
}

function newPlace(base: string, dataDir: string, known: KnownIds): number {
  const found = numbers().find((number) => {
    const dir = join(base, String(number));
    return isFreeRange(rangeOf(number, known), known) && isVacant(dir) && occupy(base, dir, dataDir);
  });
  if (found === undefined) {
    throw new StartError(
      'This machine has no free user ids for tasks: set SWITCHYARD_LOCAL_RUNNER_RUN_AS to a range of them, to an account, or to off.',
    );
  }
  return found;
}

function isVacant(dir: string): boolean {
  const owner = ownerOf(dir);
  if (owner !== undefined && !existsSync(owner)) {
    discard(dir);
  }
  return !existsSync(dir);
}

/** The directory appears whole, and only for the first of several supervisors: a rename does not replace a full one. */
function occupy(base: string, dir: string, dataDir: string): boolean {
  const draft = mkdtempSync(join(base, 'new-'));
  writeFileSync(ownerFile(draft), dataDir, { mode: 0o600 });
  chmodSync(draft, passable);
  try {
    renameSync(draft, dir);
    return true;
  } catch {
    rmSync(draft, { recursive: true });
    return false;
  }
}

/** Of two supervisors that discard the same directory one moves it away. */
function discard(dir: string): void {
  const aside = `${dir}.old-${process.pid}`;
  try {
    renameSync(dir, aside);
  } catch {
    return;
  }
  rmSync(aside, { recursive: true, force: true, maxRetries: 3 });
}

function ownerOf(dir: string): string | undefined {
  try {
    return readFileSync(ownerFile(dir), 'utf8');
  } catch {
    return undefined;
  }
}

const ownerFile = (dir: string): string => join(dir, 'data-directory');

const numbers = (): number[] => Array.from({ length: most }, (_, number) => number);
