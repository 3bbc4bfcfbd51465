/** Members that distinguish one delivery of a pull request. */
export interface PulledPart {
  commit?: string;
  target?: string;
  fork?: boolean;
  isUpdate?: boolean;
  isClosed?: boolean;
  /** How it was closed; absent = the sender does not say where it was merged. */
  isMerged?: boolean;
}

interface SentPull {
  headers: Record<string, string>;
  document: object;
}

type Send = (part: PulledPart, delivery: string) => SentPull;

const [NUMBER, TITLE, SOURCE] = [7, 'Add a bucket', 'feature'];
const MERGE = 'e'.repeat(40);

/** docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request */
const github: Send = ({ commit, target = 'main', fork, isUpdate, isClosed, isMerged }, delivery) => ({
  headers: { 'x-github-event': 'pull_request', 'x-github-delivery': delivery },
  document: {
    action: isClosed ? 'closed' : isUpdate ? 'synchronize' : 'opened',
    number: NUMBER,
    pull_request: {
      number: NUMBER,
      state: isClosed ? 'closed' : 'open',
      ...(isMerged && { merged: true, merge_commit_sha: MERGE, merged_by: { id: 12, login: 'bob' } }),
      title: TITLE,
      html_url: `https://github.com/octo/site/pull/${NUMBER}`,
      user: { id: 11, login: 'ada' },
      head: { ref: SOURCE, sha: commit, repo: { id: fork ? 2 : 1, full_name: fork ? 'eve/site' : 'octo/site' } },
      base: { ref: target, sha: '0'.repeat(39) + '1', repo: { id: 1, full_name: 'octo/site' } },
    },
    repository: { id: 1, name: 'site', full_name: 'octo/site' },
  },
});

/** docs.gitea.com/usage/webhooks: as GitHub, with a word of its own for new commits. */
const gitea: Send = (part, delivery) => {
  const { document } = github(part, delivery);
  return {
    headers: { 'x-gitea-event': 'pull_request', 'x-gitea-delivery': delivery },
    document: part.isUpdate ? { ...document, action: 'synchronized' } : document,
  };
};

/** docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events */
const gitlab: Send = ({ commit, target = 'main', fork, isUpdate, isClosed, isMerged }, delivery) => ({
  headers: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-event-uuid': delivery },
  document: {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    project: { id: 1, path_with_namespace: 'octo/site' },
    object_attributes: {
      id: 99,
      iid: NUMBER,
      title: TITLE,
      url: `https://gitlab.com/octo/site/-/merge_requests/${NUMBER}`,
      author_id: 11,
      ...(isMerged && { state: 'merged', merge_commit_sha: MERGE }),
      action: isMerged ? 'merge' : isClosed ? 'close' : isUpdate ? 'update' : 'open',
      ...(isUpdate && { oldrev: 'c'.repeat(40) }),
      source_branch: SOURCE,
      target_branch: target,
      source_project_id: fork ? 2 : 1,
      target_project_id: 1,
      last_commit: {
        id: commit,
        message: 'Add it\n',
        url: `https://gitlab.com/octo/site/-/commit/${commit}`,
        author: { name: 'Ada', email: 'ada@example.test' },
      },
    },
  },
});

/** support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Pull-request-events */
const bitbucket: Send = ({ commit, target = 'main', fork, isUpdate, isClosed, isMerged }, delivery) => ({
  headers: {
    'x-event-key': `pullrequest:${isClosed ? 'fulfilled' : isUpdate ? 'updated' : 'created'}`,
    'x-request-uuid': delivery,
  },
  document: {
    actor: { display_name: 'Ada' },
    pullrequest: {
      id: NUMBER,
      title: TITLE,
      state: isMerged === false ? 'DECLINED' : isClosed ? 'MERGED' : 'OPEN',
      ...(isMerged && { merge_commit: { hash: MERGE } }),
      author: { nickname: 'ada', account_id: '11' },
      source: {
        branch: { name: SOURCE },
        commit: { hash: commit },
        repository: { full_name: fork ? 'eve/site' : 'octo/site' },
      },
      destination: { branch: { name: target }, repository: { full_name: 'octo/site' } },
      links: { html: { href: `https://bitbucket.org/octo/site/pull-requests/${NUMBER}` } },
    },
    repository: { full_name: 'octo/site' },
  },
});

/** learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.pullrequest.created */
const azure: Send = ({ commit, target = 'main', fork, isUpdate, isClosed, isMerged }, delivery) => ({
  headers: {},
  document: {
    id: delivery,
    eventType: isUpdate || isClosed ? 'git.pullrequest.updated' : 'git.pullrequest.created',
    publisherId: 'tfs',
    resource: {
      repository: { name: 'site', remoteUrl: 'https://dev.azure.com/octo/p/_git/site' },
      pullRequestId: NUMBER,
      status: isMerged === false ? 'abandoned' : isClosed ? 'completed' : 'active',
      ...(isMerged && { lastMergeCommit: { commitId: MERGE } }),
      createdBy: { id: '11', displayName: 'Ada' },
      title: TITLE,
      sourceRefName: `refs/heads/${SOURCE}`,
      targetRefName: `refs/heads/${target}`,
      lastMergeSourceCommit: { commitId: commit },
      ...(fork && { forkSource: { name: 'refs/heads/feature', repository: { name: 'site' } } }),
      url: 'https://dev.azure.com/octo/p/_apis/git/repositories/1/pullRequests/7',
    },
  },
});

/** Deliveries of pull requests as the forges' public documents show them, with the members that are read and some beside them. */
export const PULL_SENDERS = { github, gitea, gitlab, bitbucket, azure };
