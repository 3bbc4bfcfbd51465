import type { GitClient } from './git-client.js';

const LONGEST_MESSAGE = 100;

/** Subject line of a commit, at most 100 characters. */
export async function commitMessage(git: GitClient, repository: string, hash: string): Promise<string> {
  const args = ['--git-dir', repository, 'rev-list', '--max-count=1', '--format=%s', '--end-of-options', hash];
  const [, subject = ''] = (await git.run(args)).split('\n');
  return [...subject].slice(0, LONGEST_MESSAGE).join('');
}
