import { problem } from '@switchyard/contracts';
import { GitFailure } from './git-failure.js';
import { fetchInto, type Mirror, WHOLE } from './mirror.js';

/**
 * Refuses a commit that is on no branch and no tag of the repository: forges give the commits of forks by their hash, as they
 * give their own. A branch counts as it was when the mirror last fetched it, else as it is now.
 * @throws GitFailure
 */
export async function requireBranch(mirror: Mirror, hash: string): Promise<void> {
  if (await isOnBranch(mirror, hash)) {
    return;
  }
  await fetchInto(mirror, WHOLE);
  if (!(await isOnBranch(mirror, hash))) {
    throw new GitFailure(problem('git_commit_loose', { url: mirror.git.access.url.url, commit: hash }), 'missing');
  }
}

/** One walk down from all branches and tags, which ends at the commit. */
async function isOnBranch({ path, git }: Mirror, hash: string): Promise<boolean> {
  const loose = await git.run(['--git-dir', path, 'rev-list', '--max-count=1', hash, '--not', '--branches', '--tags']);
  return loose.trim() === '';
}
