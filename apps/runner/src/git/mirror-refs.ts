import { join } from 'node:path';
import { type AttemptFiles, exists, readText } from '../files/attempt-files.js';

/** A branch or tag of a repository. */
export interface Ref {
  name: string;
  hash: string;
  /** Commit an annotated tag points at, else the hash itself. */
  commit: string;
}

const HASH = /^[0-9a-f]{40,64}$/;
const TAGS = 'refs/tags';
/** Refs that git lets point at commits alone. */
const IS_COMMIT = /^refs\/(heads|switchyard)\//;
/** Refs of a million branches. */
export const MOST_REFS_BYTES = 128 * 1024 * 1024;
const MOST_LOOSE = 2_000;

/**
 * Reads these refs and all tags of a bare repository from its files (gitrepository-layout(5)), which saves a git process.
 * @returns `null` when the files do not show it: the refs are kept in another form, or the commit of a tag that is wanted lies in an object
 */
export async function readRefs(files: AttemptFiles, path: string, names: readonly string[]): Promise<Ref[] | null> {
  if (await exists(files, join(path, 'reftable'))) {
    return null;
  }
  const refs = packedRefs(await readText(files, join(path, 'packed-refs'), MOST_REFS_BYTES), names);
  const loose = [...names.filter((name) => !name.startsWith(`${TAGS}/`)), ...(await looseTags(files, path))];
  if (loose.length > MOST_LOOSE) {
    return null;
  }
  for (const name of loose) {
    const hash = (await readText(files, join(path, name), 128).catch(() => '')).trim();
    if (HASH.test(hash) && refs.get(name)?.hash !== hash) {
      refs.set(name, { name, hash, commit: IS_COMMIT.test(name) ? hash : '' });
    }
  }
  const isClear = names.every((name) => refs.get(name)?.commit !== '');
  return isClear ? [...refs.values()] : null;
}

/** Refs of the file `packed-refs` (git-pack-refs(1)); of a tag the line that follows names its commit. */
function packedRefs(text: string, names: readonly string[]): Map<string, Ref> {
  const wanted = new Set(names);
  const refs = new Map<string, Ref>();
  let last: Ref | null = null;
  for (const line of text.split('\n')) {
    if (line.startsWith('^') && last) {
      last.commit = line.slice(1);
      continue;
    }
    const [hash = '', name = ''] = line.split(' ');
    last = HASH.test(hash) && (wanted.has(name) || name.startsWith(`${TAGS}/`)) ? { name, hash, commit: hash } : null;
    if (last) {
      refs.set(name, last);
    }
  }
  return refs;
}

async function looseTags(files: AttemptFiles, path: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [TAGS];
  for (let dir = waiting.shift(); dir !== undefined && found.length <= MOST_LOOSE; dir = waiting.shift()) {
    for (const { name, kind } of await files.list(join(path, dir))) {
      (kind === 'directory' ? waiting : found).push(join(dir, name));
    }
  }
  return found;
}
