import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { Commit } from './commit.js';
import { commitMessage } from './commit-message.js';
import type { GitClient } from './git-client.js';
import { type AttemptFiles, exists } from '../files/attempt-files.js';

/** Whether a local path is cloned instead of used in place: a bare repository has no files to use. */
export function isClonedPath(path: string): boolean {
  const bare = existsSync(join(path, 'HEAD')) && existsSync(join(path, 'objects'));
  return bare || path.endsWith('.git');
}

/** @throws AttemptFailure when there is no such directory, or the user of the task cannot read it. */
export async function requireDirectory(files: AttemptFiles, path: string): Promise<void> {
  const isOpen = await files.isOpenDirectory(path);
  if (isOpen === null) {
    throw new AttemptFailure(problem('directory_missing', { path, host: hostname() }));
  }
  if (!isOpen) {
    throw new AttemptFailure(problem('directory_unreadable', { path, user: files.user, host: hostname() }));
  }
}

/** @throws AttemptFailure when a directory has no commits, though one that a sender has named must run. */
export async function requireRepository(files: AttemptFiles, path: string, name: string): Promise<void> {
  if (!(await exists(files, join(path, '.git')))) {
    throw new AttemptFailure(problem('directory_no_commits', { path, name, host: hostname() }));
  }
}

/** Commit a local directory shows, `null` when it is no git repository or has no commit. */
export async function localCommit(git: GitClient, files: AttemptFiles, dir: string): Promise<Commit | null> {
  if (!(await exists(files, join(dir, '.git')))) {
    return null;
  }
  const output = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD'], dir).catch(() => '');
  const hash = output.trim();
  return hash ? { hash, message: await commitMessage(git, join(dir, '.git'), hash), branch: null } : null;
}
