import { randomBytes } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from '@switchyard/server';
import { UsageError } from '../terminal.js';

/**
 * Makes a file that appears whole or not at all. What `write` has written under the other name that it gets is renamed when
 * it succeeded, and removed when it failed.
 * @throws UsageError when there is such a file already
 */
export async function writeWhole<T>(path: string, write: (draft: string) => Promise<T>): Promise<T> {
  await requireAbsent(path);
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    const result = await write(draft);
    await requireAbsent(path);
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return result;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function requireAbsent(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) {
    throw new UsageError(`${path} exists already: name another file`);
  }
}
