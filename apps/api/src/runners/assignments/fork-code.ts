import type { PullRequest } from '@switchyard/contracts';
import { isPullReference } from '@switchyard/engine';

/**
 * Whether code of a task may come from a fork: its pull request is from one, or a branch is the reference of some pull request.
 * @param branches of the task, the template and the repository
 */
export const isForkCode = (pullRequest: PullRequest | null, branches: readonly (string | null)[]): boolean =>
  pullRequest?.fork === true || branches.some(isPullReference);
