import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MAX_STATE_BYTES } from '@switchyard/contracts';
import type { AttemptFiles, DirectoryEntry } from '../../files/attempt-files.js';

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
export async function findUnsavedState(
  files: AttemptFiles,
  directory: string,
  since: number,
): Promise<UnsavedState | null> {
  const entries = await files.list(directory);
  const own = await readUnsaved(files, { directory, entries }, since);
  const isCached = entries.some(({ name, kind }) => name === TERRAGRUNT_CACHE && kind === 'directory');
  return own || !isCached ? own : findBelow(files, join(directory, TERRAGRUNT_CACHE), since);
}

/** The same anywhere below the directory of an attempt that nobody works in any more. */
export const findLeftState = (files: AttemptFiles, directory: string): Promise<UnsavedState | null> =>
  findBelow(files, directory, 0);

/** Now, in epoch milliseconds, by the clock and the grain of the times that files of the directory get. */
export async function timeOfFiles(files: AttemptFiles, directory: string): Promise<number> {
  const path = join(directory, `.switchyard-${randomUUID()}`);
  try {
    await files.write(path, '', { isNew: true });
    return (await files.facts(path))?.mtimeMs ?? Date.now();
  } finally {
    await files.remove(path);
  }
}

async function findBelow(files: AttemptFiles, root: string, since: number): Promise<UnsavedState | null> {
  let left = MOST;
  const waiting = [{ path: root, depth: 0 }];
  for (let next = waiting.shift(); next && left > 0; next = waiting.shift()) {
    const { path, depth } = next;
    left -= 1;
    const entries = await files.list(path).catch(() => []);
    const found = await readUnsaved(files, { directory: path, entries }, since);
    if (found) {
      return found;
    }
    const below = entries.filter(({ name, kind }) => kind === 'directory' && name !== '.terraform' && depth < DEEPEST);
    waiting.push(...below.map(({ name }) => ({ path: join(path, name), depth: depth + 1 })));
  }
  return null;
}

/** Follows no link. */
async function readUnsaved(
  files: AttemptFiles,
  { directory, entries }: { directory: string; entries: readonly DirectoryEntry[] },
  since: number,
): Promise<UnsavedState | null> {
  const path = join(directory, UNSAVED);
  const isHere = entries.some(({ name, kind }) => name === UNSAVED && kind === 'file');
  const facts = isHere ? await files.facts(path) : null;
  if (facts?.kind !== 'file' || facts.size === 0 || facts.mtimeMs < since) {
    return null;
  }
  const isLarge = facts.size > MAX_STATE_BYTES;
  const content = isLarge ? null : await files.read(path, MAX_STATE_BYTES);
  return content || isLarge ? { bytes: content && withLineage(content) } : null;
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
