import { existsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AttemptFailure } from '../attempt/attempt-failure.js';
import type { Commit } from './checkout.js';
import { commitMessage } from './commit-message.js';
import type { GitClient } from './git-client.js';

/**
 * Whether a local path is cloned instead of used in place: a bare repository has no files to use, and a given commit
 * must not depend on what the directory shows at the moment.
 */
export function isClonedPath(path: string, commit: string | null): boolean {
  const bare = existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects'));
  return bare || path.endsWith('.git') || (commit !== null && existsSync(join(path, '.git')));
}

/** @throws AttemptFailure when there is no such directory. */
export function requireDirectory(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AttemptFailure(`The directory ${path} does not exist on this runner (${hostname()})`);
  }
}

/** Commit a local directory shows, `null` when it is no git repository or has no commit. */
export async function localCommit(git: GitClient, dir: string): Promise<Commit | null> {
  if (!existsSync(join(dir, '.git'))) {
    return null;
  }
  const output = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD'], dir).catch(() => '');
  const hash = output.trim();
  return hash ? { hash, message: await commitMessage(git, join(dir, '.git'), hash) } : null;
}
