import { open } from 'node:fs/promises';

/** Writes the names in a directory to the disk, so that a file made or renamed there outlives a power cut (fsync(2)). */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
