import { join } from 'node:path';
import type { JobRepository } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import type { AttemptContext, AttemptMirrors } from '../attempt/attempt-context.js';
import { type AttemptFiles, exists } from '../files/attempt-files.js';
import { checkOutDemo } from './demo-repository.js';
import type { Commit } from './commit.js';
import { fillWithCommit } from './commit-message.js';
import { findCommit } from './find-commit.js';
import { openGitAccess, type GitAccess } from './git-access.js';
import { GitClient } from './git-client.js';
import { GitFailure } from './git-failure.js';
import { fetchLargeFiles } from './lfs.js';
import { isClonedPath, localCommit, requireDirectory, requireRepository } from './local-directory.js';
import { discardBorrowing, hasOwnObjects, mirrorIdentity, mirrorOf, replaceMirror, type Mirror } from './mirror.js';
import { createPrivateRepository } from './private-repository.js';

/** Files of a repository on this machine. */
export interface Checkout {
  dir: string;
  /** `null` for a local directory that is no git repository. */
  commit: Commit | null;
  access: GitAccess;
}

/** Directory within the attempt that a checkout is made in. */
export type CheckoutName = 'repository' | 'inventory-repository';

type CheckoutContext = Pick<AttemptContext, 'job' | 'stop' | 'log' | 'gitPauses'>;

/**
 * Provides the files of a repository: at the exact commit in a directory of the attempt, or, for a local directory,
 * where they are. Of such a directory a commit that must run is checked out apart; one that is only asked for again is not,
 * which the log says.
 * @param name directory within the attempt; also names the files with credentials.
 * @throws AttemptFailure explaining what is wrong with address, key, branch or commit.
 */
export async function checkOut(
  context: CheckoutContext,
  workspace: Workspace,
  repository: JobRepository,
  name: CheckoutName,
): Promise<Checkout> {
  const access = await openGitAccess(workspace, repository, name);
  const git = new GitClient(access, workspace, context);
  if (access.url.kind === 'local' && !isClonedPath(access.url.url)) {
    const { url: dir } = access.url;
    await requireDirectory(workspace.files, dir);
    if (repository.is_exact !== true) {
      return { dir, commit: await commitInPlace(git, workspace.files, dir, repository), access };
    }
    await requireRepository(workspace.files, dir, repository.commit ?? repository.branch);
  }
  const dir = join(workspace.dir, name);
  if (access.url.kind === 'demo') {
    return { dir, commit: await checkOutDemo(git, workspace.files, { dir, repository }), access };
  }
  const mirror = mirrorOf(workspace, context.job.project_id, git, repository);
  const commit = await withRepair(mirror, () => fillCheckout(mirror, repository, dir), workspace.mirrors, name);
  if (workspace.mirrors && (await hasOwnObjects(mirror))) {
    await workspace.mirrors.refresh(name, false);
  }
  return { dir, commit, access };
}

async function commitInPlace(
  git: GitClient,
  files: AttemptFiles,
  dir: string,
  { commit: wanted }: JobRepository,
): Promise<Commit | null> {
  const commit = await localCommit(git, files, dir);
  if (wanted !== null && !commit?.hash.startsWith(wanted)) {
    git.note(`The directory ${dir} is used as it is: it shows ${commit?.hash ?? 'no commit'}, not ${wanted}`);
  }
  return commit;
}

async function fillCheckout(mirror: Mirror, repository: JobRepository, dir: string): Promise<Commit> {
  const { git, files } = mirror;
  const found = await findCommit(mirror, repository);
  await files.remove(dir);
  await createPrivateRepository(files, dir, mirror.path, git.access.url.url, { ...found, paths: repository.paths });
  const message = await fillWithCommit(git, dir, found.hash);
  if (repository.submodules !== false && (await exists(files, join(dir, '.gitmodules')))) {
    await git.runRemote(['submodule', '--quiet', 'update', '--init', '--recursive', '--jobs=4'], dir);
  }
  await fetchLargeFiles(mirror, dir, repository.lfs !== false);
  return { hash: found.hash, message, branch: found.branch };
}

/** A damaged mirror is replaced, once; with a lender it is done without that. */
export async function withRepair<T>(
  mirror: Mirror,
  work: () => Promise<T>,
  mirrors: AttemptMirrors | null = null,
  name: CheckoutName = 'repository',
): Promise<T> {
  const seen = await mirrorIdentity(mirror);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitFailure && error.kind === 'broken' && (seen !== null || mirror.lender !== null))) {
      throw error;
    }
    if (mirror.lender === null) {
      await replaceMirror(mirror, seen);
    } else {
      await discardBorrowing(mirror);
      mirror.lender = null;
      await mirrors?.refresh(name, true);
    }
    return work();
  }
}
