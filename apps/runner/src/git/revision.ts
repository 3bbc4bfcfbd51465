import { hasNoControl, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';

/** Longest name a ref can have as one file of a repository. */
const LONGEST_NAME = 240;

/**
 * Refuses a branch or tag name that is none (git-check-ref-format(1)) or that git could take for an option.
 * @throws AttemptFailure
 */
export function checkBranchName(name: string): void {
  const fault =
    name.startsWith('-') ||
    !hasNoControl(name) ||
    /[ ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^[./]|[./]$|\.lock(?:\/|$)|^@$/.test(name) ||
    name.length > LONGEST_NAME;
  if (fault) {
    throw new AttemptFailure(problem('not_a_revision', { name: name.slice(0, LONGEST_NAME) }));
  }
}

/**
 * The refs that a name may mean, the first that exists counts: a whole ref such as `refs/pull/1/head` itself, a branch, a tag.
 */
export function refsOf(name: string): string[] {
  const short = [`refs/heads/${name}`, `refs/tags/${name}`];
  return name.startsWith('refs/') ? [name, ...short] : short;
}

/**
 * Refuses what is not a commit hash of 4 to 64 hexadecimal digits.
 * @throws AttemptFailure
 */
export function checkCommitHash(hash: string): void {
  if (!/^[0-9a-f]{4,64}$/i.test(hash)) {
    throw new AttemptFailure(problem('not_a_commit', { name: hash.slice(0, LONGEST_NAME) }));
  }
}
