import { describe, expect, it } from '@jest/globals';
import { senderPreset } from '@switchyard/contracts';
import { WorkBudget } from '../../../platform/workers/work-budget.js';
import { PUBLISHED_PULLS } from '../../../testing/published-pulls/published-pulls.js';
import { idleWebhook } from './idle-webhook.js';
import { pullDelivery } from './pull-delivery.js';
import { changedPaths } from './push-facts.js';

const FORGES = ['gitlab', 'gitea', 'bitbucket', 'azure'] as const;
type Forge = (typeof FORGES)[number];

/** Reads a payload in which one member has another value. */
function readWith(forge: Forge, path: string, value: unknown, event = PUBLISHED_PULLS[forge].event) {
  const document = JSON.parse(JSON.stringify(PUBLISHED_PULLS[forge].document)) as object;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const at = names.reduce((of, name) => of[name] as Record<string, unknown>, document as Record<string, unknown>);
  at[last] = value;
  return pullDelivery(document, event);
}

describe('a whole pull request as a forge publishes it', () => {
  it.each(FORGES)('should be read as one of %s, and as no push', (forge) => {
    const { document, event, source: _source, ...read } = PUBLISHED_PULLS[forge];
    expect(pullDelivery(document, event)).toEqual(read);
    expect(idleWebhook({ headers: new Map(), document })).toBeNull();
    expect(changedPaths(document, new WorkBudget({ steps: 1e6, kept: 0 }))).toBeNull();
    expect(senderPreset(forge).matchers[0]?.value).not.toBe(event);
  });

  it.each<[Forge, string, number, string]>([
    ['gitlab', 'object_attributes.source_project_id', 14, 'bucket'],
    ['gitea', 'pull_request.head.repo.id', 1, 'main'],
  ])('should be of a branch at %s where both ends are in one repository', (forge, path, id, branch) => {
    expect(readWith(forge, path, id)).toMatchObject({ pull: { fork: false }, branch });
  });

  it.each<[Forge, string, unknown, string | null]>([
    ['gitea', 'pull_request.head.repo', null, 'refs/pull/5/head'],
    ['bitbucket', 'pullrequest.source.repository', { full_name: 'eve/site' }, null],
    ['bitbucket', 'pullrequest.source.repository', null, null],
    ['azure', 'resource.forkSource', { name: 'refs/heads/bucket' }, 'refs/pull/9/merge'],
  ])('should be of a fork at %s where %s is %j', (forge, path, value, branch) => {
    expect(readWith(forge, path, value)).toMatchObject({ pull: { fork: true }, branch });
  });

  it.each<[Forge, string, string, string]>([
    ['gitlab', 'object_attributes.action', 'close', 'Merge Request Hook'],
    ['gitea', 'action', 'closed', 'pull_request'],
    ['bitbucket', 'pullrequest.state', 'MERGED', 'pullrequest:fulfilled'],
    ['azure', 'resource.status', 'completed', 'git.pullrequest.updated'],
  ])('should bring no new head at %s once it is closed', (forge, path, value, event) => {
    expect(readWith(forge, path, value, event)?.hasNewHead).toBe(false);
  });

  it('should bring no new head at GitLab where words were changed alone', () => {
    expect(readWith('gitlab', 'object_attributes.oldrev', undefined)?.hasNewHead).toBe(false);
  });
});
