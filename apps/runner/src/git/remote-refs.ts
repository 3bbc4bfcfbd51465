import { type Problem, problem } from '@switchyard/contracts';
import type { GitClient } from './git-client.js';

/** What shows whether there are commits, and which branch is the default one. */
const KNOWN = ['HEAD', 'refs/heads/*', 'refs/tags/*'];

/** Longest name of a default branch that is shown. */
const LONGEST_NAME = 240;

/** Why a repository has no such branch or tag: it is empty, or its default branch has another name, which is what most look for. */
export async function missingRevision(git: GitClient, name: string): Promise<Problem> {
  const { url } = git.access.url;
  const listed = await git.runRemote(['ls-remote', '--quiet', '--symref', '--end-of-options', url, ...KNOWN]);
  if (listed.trim() === '') {
    return problem('git_empty', { url });
  }
  const head = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listed)?.[1];
  return head === undefined
    ? problem('git_no_revision', { url, name })
    : problem('git_other_default', { url, name, head: head.slice(0, LONGEST_NAME) });
}
