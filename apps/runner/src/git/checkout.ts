import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRepository } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import type { AttemptContext } from '../task/attempt-context.js';
import { commitMessage } from './commit-message.js';
import { findCommit } from './find-commit.js';
import { openGitAccess, type GitAccess } from './git-access.js';
import { GitClient } from './git-client.js';
import { GitFailure } from './git-failure.js';
import { isClonedPath, localCommit, requireDirectory } from './local-directory.js';
import { discardMirror, mirrorIdentity, mirrorOf, type Mirror } from './mirror.js';
import { createPrivateRepository } from './private-repository.js';

/** A commit as the control plane wants to know it. */
export interface Commit {
  hash: string;
  /** Subject line, at most 100 characters. */
  message: string;
}

/** Files of a repository on this machine. */
export interface Checkout {
  dir: string;
  /** `null` for a local directory that is no git repository. */
  commit: Commit | null;
  access: GitAccess;
}

type CheckoutContext = Pick<AttemptContext, 'job' | 'stop' | 'log'>;

/**
 * Provides the files of a repository: at the exact commit in a directory of the attempt, or, for a local directory,
 * where they are. A confirmed plan is applied where it was made, since the state may lie there.
 * @param name directory within the attempt; also names the files with credentials.
 * @throws AttemptFailure saying in words what is wrong with address, key, branch or commit.
 */
export async function checkOut(
  context: CheckoutContext,
  workspace: Workspace,
  repository: JobRepository,
  name: string,
): Promise<Checkout> {
  const access = await openGitAccess(workspace, repository, name);
  const git = new GitClient(access, workspace, context);
  const inPlace = context.job.planning?.confirmed_plan ? null : repository.commit;
  if (access.url.kind === 'local' && !isClonedPath(access.url.url, inPlace)) {
    requireDirectory(access.url.url);
    return { dir: access.url.url, commit: await localCommit(git, access.url.url), access };
  }
  const dir = join(workspace.dir, name);
  const mirror = mirrorOf(workspace.cacheDir, context.job.project_id, git, repository);
  const commit = await withMending(mirror, () => fillCheckout(mirror, repository, dir));
  return { dir, commit, access };
}

async function fillCheckout(mirror: Mirror, repository: JobRepository, dir: string): Promise<Commit> {
  const { git } = mirror;
  const found = await findCommit(mirror, repository);
  await rm(dir, { recursive: true, force: true });
  await createPrivateRepository(dir, mirror.path, git.access.url.url, found);
  const [message] = await Promise.all([
    commitMessage(git, mirror.path, found.hash),
    git.run(['read-tree', '--reset', '-u', found.hash], dir),
  ]);
  if (existsSync(join(dir, '.gitmodules'))) {
    await git.run(['submodule', '--quiet', 'update', '--init', '--recursive', '--jobs=4'], dir);
  }
  return { hash: found.hash, message };
}

/** A damaged mirror is thrown away and made anew, once. */
async function withMending<T>(mirror: Mirror, work: () => Promise<T>): Promise<T> {
  const seen = await mirrorIdentity(mirror);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitFailure && error.kind === 'broken' && seen !== null)) {
      throw error;
    }
    await discardMirror(mirror, seen);
    return work();
  }
}
