import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_STATE_BYTES } from '@switchyard/contracts';

/** Where Terraform and OpenTofu write a state that they could not save. */
const UNSAVED = 'errored.tfstate';
/** Where Terragrunt runs them; below it are two directories, and those of the repository. */
const TERRAGRUNT_CACHE = '.terragrunt-cache';
/** Most directories that are looked into, and how deep. */
const [MOST, DEEPEST] = [2_000, 12];

/** A state that a tool could not save; `bytes` is `null` when it is too large to be kept. */
export interface UnsavedState {
  bytes: Buffer | null;
}

/**
 * The state that a tool left beside its configuration because it could not save it, or `null`. Of several, as Terragrunt may leave,
 * the first that is found.
 * @param since as {@link timeOfFiles} answered: a file that was there before is not of this run
 */
export async function findUnsavedState(directory: string, since: number): Promise<UnsavedState | null> {
  const own = await readUnsaved(join(directory, UNSAVED), since);
  if (own) {
    return own;
  }
  const cache = join(directory, TERRAGRUNT_CACHE);
  const isOwn = (await lstat(cache).catch(() => null))?.isDirectory() === true;
  return isOwn ? findBelow(cache, since) : null;
}

/** Now, in epoch milliseconds, by the clock and the grain of the times that files of the directory get. */
export async function timeOfFiles(directory: string): Promise<number> {
  const path = join(directory, `.switchyard-${randomUUID()}`);
  try {
    await writeFile(path, '', { flag: 'wx' });
    return (await stat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}

async function findBelow(root: string, since: number): Promise<UnsavedState | null> {
  let left = MOST;
  const waiting = [{ path: root, depth: 0 }];
  for (let next = waiting.shift(); next && left > 0; next = waiting.shift()) {
    const { path, depth } = next;
    left -= 1;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    const found = entries.some(({ name }) => name === UNSAVED) ? await readUnsaved(join(path, UNSAVED), since) : null;
    if (found) {
      return found;
    }
    const below = entries.filter((entry) => entry.isDirectory() && entry.name !== '.terraform' && depth < DEEPEST);
    waiting.push(...below.map(({ name }) => ({ path: join(path, name), depth: depth + 1 })));
  }
  return null;
}

/** Follows no link and waits for no pipe. */
async function readUnsaved(path: string, since: number): Promise<UnsavedState | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (!file) {
    return null;
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size === 0 || facts.mtimeMs < since) {
      return null;
    }
    return { bytes: facts.size > MAX_STATE_BYTES ? null : withLineage(await file.readFile()) };
  } finally {
    await file.close();
  }
}

/** A state has its lineage at the head, before anything that a configuration names. */
const HEAD_BYTES = 4_096;
const NO_LINEAGE = /("lineage"\s*:\s*")"/;

/** The tool gives a state its lineage when it saves it for the first time; one that was never saved has none. */
function withLineage(state: Buffer): Buffer {
  const head = state.subarray(0, HEAD_BYTES).toString('latin1');
  const given = head.replace(NO_LINEAGE, (_, before: string) => `${before}${randomUUID()}"`);
  return given === head ? state : Buffer.concat([Buffer.from(given, 'latin1'), state.subarray(HEAD_BYTES)]);
}
