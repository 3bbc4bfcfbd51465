import { join } from 'node:path';
import { type AttemptFiles, readText } from '../files/attempt-files.js';
import type { GitClient } from './git-client.js';

/** First bytes of a pointer (git-lfs-pointer(5)). */
const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');
/** A pointer is shorter than this; other files are not read. */
const MOST_BYTES = 1_024;
const NAMED = 3;

/**
 * Names the files of a checkout that are pointers of Git LFS, whose content nobody has fetched: a tool would take the pointer
 * for the file. Attributes below the root alone are not looked for, so that other repositories need no git process.
 */
export async function notePointers(git: GitClient, files: AttemptFiles, dir: string): Promise<void> {
  const attributes = await readText(files, join(dir, '.gitattributes'));
  if (!attributes.includes('filter=lfs')) {
    return;
  }
  const listed = await git.run(['ls-files', '-z', '--', ':(attr:filter=lfs)'], dir);
  const pointers: string[] = [];
  for (const name of listed.split('\0').filter(Boolean)) {
    if (await isPointer(files, join(dir, name))) {
      pointers.push(name);
    }
  }
  if (pointers.length > 0) {
    const [names, more] = [pointers.slice(0, NAMED).join(', '), pointers.length > NAMED ? ', …' : ''];
    git.note(`Files of Git LFS were not fetched, only their pointers are here: ${names}${more} (${pointers.length})`);
  }
}

async function isPointer(files: AttemptFiles, path: string): Promise<boolean> {
  const facts = await files.facts(path);
  if (facts?.kind !== 'file' || facts.size > MOST_BYTES) {
    return false;
  }
  const content = await files.read(path, MOST_BYTES).catch(() => null);
  return content?.subarray(0, POINTER.length).equals(POINTER) ?? false;
}
