import { type Problem, problem } from '@switchyard/contracts';
import type { GitClient } from './git-client.js';
import { GitFailure } from './git-failure.js';

/** Refs that show whether there are commits, and which branch is the default one. */
const KNOWN = ['HEAD', 'refs/heads/*', 'refs/tags/*'];

/** Longest name of a default branch that is shown. */
const LONGEST_NAME = 240;

/**
 * Name of the branch that HEAD of the server is; `null` = HEAD is a commit, or the server does not say more.
 * @throws GitFailure also when the repository is empty, or its HEAD leads nowhere
 */
export async function defaultBranch(git: GitClient): Promise<string | null> {
  const refs = await listed(git, ['HEAD']);
  if (refs.trim() === '') {
    const isEmpty = (await listed(git, KNOWN)).trim() === '';
    throw new GitFailure(problem(isEmpty ? 'git_empty' : 'git_no_head', { url: git.access.url.url }), 'missing');
  }
  return headOf(refs);
}

/** Why a repository has no such branch or tag: it is empty, or its default branch has another name, which is what most look for. */
export async function missingRevision(git: GitClient, name: string): Promise<Problem> {
  const { url } = git.access.url;
  const refs = await listed(git, KNOWN);
  if (refs.trim() === '') {
    return problem('git_empty', { url });
  }
  const head = headOf(refs);
  return head === null
    ? problem('git_no_revision', { url, name })
    : problem('git_other_default', { url, name, head: head.slice(0, LONGEST_NAME) });
}

const listed = (git: GitClient, patterns: readonly string[]): Promise<string> =>
  git.runRemote(['ls-remote', '--quiet', '--symref', '--end-of-options', git.access.url.url, ...patterns]);

const headOf = (refs: string): string | null => /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(refs)?.[1] ?? null;
