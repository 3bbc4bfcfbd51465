import { describe, expect, it } from '@jest/globals';
import { pullDelivery } from './pull-delivery.js';

const COMMIT = 'c0ffee'.padEnd(40, '0');

const github = (head: object, base: object): object => ({
  action: 'opened',
  pull_request: {
    number: 7,
    title: 'Add a bucket',
    head: { ref: 'feature', sha: COMMIT, ...head },
    base: { ref: 'main', ...base },
  },
});
const gitlab = (projects: object): object => ({
  object_kind: 'merge_request',
  object_attributes: {
    iid: 7,
    action: 'open',
    source_branch: 'feature',
    target_branch: 'main',
    last_commit: { id: COMMIT },
    ...projects,
  },
});
const bitbucket = (source: object, destination: object): object => ({
  pullrequest: {
    id: 7,
    source: { branch: { name: 'feature' }, commit: { hash: COMMIT }, ...source },
    destination: { branch: { name: 'main' }, ...destination },
  },
});
const azure = (more: object): object => ({
  resource: {
    pullRequestId: 7,
    status: 'active',
    sourceRefName: 'refs/heads/feature',
    targetRefName: 'refs/heads/main',
    lastMergeSourceCommit: { commitId: COMMIT },
    ...more,
  },
});

describe('a delivery about a pull request', () => {
  it.each<[string, string, object]>([
    ['GitHub', '', github({ repo: { id: 1 } }, { repo: { id: 1 } })],
    ['GitLab', '', gitlab({ source_project_id: 1, target_project_id: 1 })],
    [
      'Bitbucket',
      'pullrequest:created',
      bitbucket({ repository: { full_name: 'octo/site' } }, { repository: { full_name: 'octo/site' } }),
    ],
    ['Azure DevOps', 'git.pullrequest.created', azure({})],
  ])('should be of the own branch where %s names one repository twice', (_, event, document) => {
    expect(pullDelivery(document, event)).toMatchObject({
      pull: { number: 7, fork: false },
      branch: 'feature',
      target: 'main',
      hasNewHead: true,
    });
  });

  it.each<[string, string, object, string | null]>([
    ['GitHub, of another repository', '', github({ repo: { id: 2 } }, { repo: { id: 1 } }), 'refs/pull/7/head'],
    ['GitHub, of a repository that was deleted', '', github({ repo: null }, { repo: { id: 1 } }), 'refs/pull/7/head'],
    ['GitHub, without repositories', '', github({}, {}), 'refs/pull/7/head'],
    [
      'GitLab, of another project',
      '',
      gitlab({ source_project_id: 2, target_project_id: 1 }),
      'refs/merge-requests/7/head',
    ],
    ['GitLab, without projects', '', gitlab({}), 'refs/merge-requests/7/head'],
    ['GitLab, without the target', '', gitlab({ source_project_id: 1 }), 'refs/merge-requests/7/head'],
    ['Bitbucket, without repositories', 'pullrequest:created', bitbucket({}, {}), null],
    [
      'Bitbucket, of another repository',
      'pullrequest:created',
      bitbucket({ repository: { full_name: 'eve/site' } }, { repository: { full_name: 'octo/site' } }),
      null,
    ],
    ['Azure DevOps', 'git.pullrequest.created', azure({ forkSource: { name: 'refs/heads/x' } }), 'refs/pull/7/merge'],
  ])('should count as one of a fork: %s', (_, event, document, branch) => {
    expect(pullDelivery(document, event)).toMatchObject({ pull: { number: 7, fork: true }, branch });
  });

  it('should be none without a number or a whole commit', () => {
    expect(pullDelivery(gitlab({ iid: '7' }), '')).toBeNull();
    expect(pullDelivery(gitlab({ last_commit: { id: 'not a hash' } }), '')).toBeNull();
    expect(pullDelivery({}, '')).toBeNull();
  });
});
