import { FORGE_TOKEN_VARIABLE, forgeTokenPermissions } from '@switchyard/contracts';
import type { GitRepository, Task, Template } from '@switchyard/database';
import type { TokenPermissions } from '@switchyard/server';
import { isForkCode } from './fork-code.js';

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
  return forgeToken === 'none' || isForkCode(task.pullRequest, branches) ? null : forgeTokenPermissions(forgeToken);
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
