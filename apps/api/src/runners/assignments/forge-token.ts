import { FORGE_TOKEN_VARIABLE, forgeTokenPermissions } from '@switchyard/contracts';
import type { GitRepository, Task, Template } from '@switchyard/database';
import { isPullReference } from '@switchyard/engine';
import type { TokenPermissions } from '@switchyard/server';

/** Code that a task runs: the repository of its template, at a branch. */
interface RunCode {
  task: Pick<Task, 'pullRequest' | 'gitBranch'>;
  template: Pick<Template, 'gitBranch' | 'forgeToken'>;
  repository: Pick<GitRepository, 'gitBranch'>;
}

/** Permissions of the token of a task; null = it gets none, as it did not ask, or its code comes from a fork. */
export function tokenOfTask({ task, template, repository }: RunCode): TokenPermissions | null {
  const { forgeToken } = template;
  const branches = [task.gitBranch, template.gitBranch, repository.gitBranch];
  const isForkCode = task.pullRequest?.fork === true || branches.some(isPullReference);
  return forgeToken === 'none' || isForkCode ? null : forgeTokenPermissions(forgeToken);
}

/** A token for the tool, and the name of the key that it was made with. */
export interface GivenToken {
  token: string;
  keyName: string;
}

/** The environment in which the tool finds it. */
export const tokenEnvironment = (given: GivenToken | null): Record<string, string> =>
  given ? { [FORGE_TOKEN_VARIABLE]: given.token } : {};

/** Which key the values of that environment come from. */
export const tokenOrigin = (given: GivenToken | null): { keys?: Record<string, string> } =>
  given ? { keys: { [FORGE_TOKEN_VARIABLE]: given.keyName } } : {};
