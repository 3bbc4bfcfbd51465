import { closeSync, constants, openSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { viaOf } from './confined-path.js';

/** A tree with more entries takes a program of its own less time, and none of this process's. */
const MOST_ENTRIES = 400;
const DEEPEST = 64;
const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Removes a small tree as root on Linux. Each directory is held open while it is emptied, so that no link is followed that a process puts in
 * its way meanwhile.
 * @returns whether it is gone
 */
export function removeSmallTree(dir: string): boolean {
  try {
    return empty(dir, { entries: MOST_ENTRIES }, DEEPEST);
  } catch {
    return false;
  }
}

function empty(dir: string, left: { entries: number }, depth: number): boolean {
  const descriptor = openSync(dir, DIRECTORY);
  try {
    for (const name of readdirSync(viaOf(descriptor))) {
      left.entries -= 1;
      const path = join(viaOf(descriptor), name);
      if (left.entries < 0 || depth === 0 || !(unlinked(path) || empty(path, left, depth - 1))) {
        return false;
      }
    }
  } finally {
    closeSync(descriptor);
  }
  rmdirSync(dir);
  return true;
}

/** False = it is a directory. */
function unlinked(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') {
      return false;
    }
    throw error;
  }
}
