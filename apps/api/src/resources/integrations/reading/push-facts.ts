import type { WorkBudget } from '../../../platform/workers/work-budget.js';
import { firstText, memberAt } from './document-members.js';

const REF_OF_BRANCH = /^refs\/heads\//;

/**
 * The branch that a webhook is about, or the whole name of a tag; `null` = it names none.
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#push (`ref`, as GitLab, Gitea and Gogs have it)
 * @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Push (`push.changes`)
 * @see https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.push (`resource.refUpdates`)
 */
export function pushedBranch(document: unknown): string | null {
  const change = memberAt(document, 'push', 'changes', 0, 'new');
  const name = firstText(memberAt(document, 'ref'), memberAt(document, 'resource', 'refUpdates', 0, 'name'));
  if (name !== undefined) {
    return name.replace(REF_OF_BRANCH, '');
  }
  const short = memberAt(change, 'name');
  return typeof short === 'string' ? `${memberAt(change, 'type') === 'tag' ? 'refs/tags/' : ''}${short}` : null;
}

/** Members of a commit that list paths. */
const LISTS = ['added', 'modified', 'removed'];

/**
 * The files that a push changes; `null` = the sender does not list them, or not all: Bitbucket and Azure DevOps never do, others
 * leave out commits of a large push, and those of a new branch.
 * @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#push (`commits`, at most 2,048)
 * @see https://docs.gitlab.com/user/project/integrations/webhook_events/#push-events (`commits`, at most 20; `total_commits_count`)
 * @see https://docs.gitea.com/usage/webhooks (`total_commits`)
 * @throws BudgetSpent
 */
export function changedPaths(document: unknown, budget: WorkBudget): ReadonlySet<string> | null {
  const commits = memberAt(document, 'commits');
  if (!Array.isArray(commits) || commits.length === 0 || commits.length >= MOST_COMMITS) {
    return null;
  }
  const total = [memberAt(document, 'total_commits_count'), memberAt(document, 'total_commits')].find(
    (count) => typeof count === 'number',
  );
  if (typeof total === 'number' && total > commits.length) {
    return null;
  }
  const paths = new Set<string>();
  for (const commit of commits as unknown[]) {
    for (const list of LISTS.map((name) => memberAt(commit, name))) {
      const texts = Array.isArray(list) ? list.filter((path) => typeof path === 'string') : [];
      budget.spend(texts.length);
      texts.forEach((path) => paths.add(path));
    }
  }
  return paths.size === 0 ? null : paths;
}

/** A list as long as this may have been cut. */
const MOST_COMMITS = 2_048;
