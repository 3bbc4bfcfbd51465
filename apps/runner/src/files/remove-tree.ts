import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { removeSmallTree } from './remove-small-tree.js';

/**
 * Removes a directory with all it holds, also where a tool has taken its own write permission away. As root no link is
 * followed that a process puts in its way meanwhile: a large one is the work of rm(1).
 */
export async function removeTree(dir: string): Promise<void> {
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    const isThere = lstatSync(dir, { throwIfNoEntry: false }) !== undefined;
    await (isThere && !removeSmallTree(dir) && promisify(execFile)('rm', ['-rf', '--', dir]));
    return;
  }
  const options = { recursive: true, force: true, maxRetries: 3 };
  try {
    await rm(dir, options);
  } catch {
    await makeWritable(dir);
    await rm(dir, options);
  }
}

async function makeWritable(dir: string): Promise<void> {
  await chmod(dir, 0o700);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      await makeWritable(path.join(dir, entry.name));
    }
  }
}
