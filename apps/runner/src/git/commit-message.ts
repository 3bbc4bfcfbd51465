import type { GitClient } from './git-client.js';

const LONGEST_MESSAGE = 100;

/** Subject line of a commit, at most 100 characters. */
export async function commitMessage(git: GitClient, repository: string, hash: string): Promise<string> {
  const args = ['--git-dir', repository, 'rev-list', '--max-count=1', '--format=%s', '--end-of-options', hash];
  const [, subject = ''] = (await git.run(args)).split('\n');
  return shortened(subject);
}

/** Prefix that `git reset` prints in front of the subject, in the language that git is run with. */
const NOW_AT = /^HEAD is now at [0-9a-f]+ (.*)$/m;

/** Puts the files of a commit into a repository that has nothing checked out. @returns its subject line, as {@link commitMessage} does */
export async function fillWithCommit(git: GitClient, dir: string, hash: string): Promise<string> {
  const printed = await git.run(['-c', 'core.logAllRefUpdates=false', 'reset', '--hard', hash], dir);
  return shortened(NOW_AT.exec(printed)?.[1] ?? '');
}

const shortened = (subject: string): string => [...subject].slice(0, LONGEST_MESSAGE).join('');
