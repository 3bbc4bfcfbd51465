import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitClient } from './git-client.js';

/** First bytes of a pointer (git-lfs-pointer(5)). */
const POINTER = Buffer.from('version https://git-lfs.github.com/spec/');
const NAMED = 3;

/**
 * Names the files of a checkout that are pointers of Git LFS, whose content nobody has fetched: a tool would take the pointer
 * for the file. Attributes below the root alone are not looked for, so that other repositories need no git process.
 */
export async function notePointers(git: GitClient, dir: string): Promise<void> {
  const attributes = await readFile(join(dir, '.gitattributes'), 'utf8').catch(() => '');
  if (!attributes.includes('filter=lfs')) {
    return;
  }
  const listed = await git.run(['ls-files', '-z', '--', ':(attr:filter=lfs)'], dir);
  const pointers: string[] = [];
  for (const name of listed.split('\0').filter(Boolean)) {
    if (await isPointer(join(dir, name))) {
      pointers.push(name);
    }
  }
  if (pointers.length > 0) {
    const [names, more] = [pointers.slice(0, NAMED).join(', '), pointers.length > NAMED ? ', …' : ''];
    git.note(`Files of Git LFS were not fetched, only their pointers are here: ${names}${more} (${pointers.length})`);
  }
}

async function isPointer(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  try {
    const read = await file?.read(Buffer.alloc(POINTER.length), 0, POINTER.length, 0);
    return read?.buffer.equals(POINTER) ?? false;
  } catch {
    return false;
  } finally {
    await file?.close();
  }
}
