import { HEAD } from './published-pull.js';

/** A delivery of a comment at a pull request with the members that the public document of its forge shows, and what is to be read of it. */
export interface PublishedComment {
  source: string;
  event: string;
  document: object;
  read: {
    number: number;
    repository: string;
    id: string;
    url: string;
    author: { name: string; known_by: string[] };
    task: number;
    commit: string | null;
  };
}

const COMMAND = '/switchyard apply 12\r\n\r\nThe bucket is right.';

const GITHUB: PublishedComment = {
  source: 'docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment (created)',
  event: 'issue_comment',
  document: {
    action: 'created',
    issue: {
      url: 'https://api.github.com/repos/ops/site/issues/7',
      id: 444500041,
      number: 7,
      title: 'Add a bucket',
      user: { login: 'eve', id: 66, type: 'User' },
      state: 'open',
      pull_request: {
        url: 'https://api.github.com/repos/ops/site/pulls/7',
        html_url: 'https://github.com/ops/site/pull/7',
        diff_url: 'https://github.com/ops/site/pull/7.diff',
        patch_url: 'https://github.com/ops/site/pull/7.patch',
        merged_at: null,
      },
      body: '',
    },
    comment: {
      url: 'https://api.github.com/repos/ops/site/issues/comments/492700400',
      html_url: 'https://github.com/ops/site/pull/7#issuecomment-492700400',
      issue_url: 'https://api.github.com/repos/ops/site/issues/7',
      id: 492700400,
      node_id: 'MDEyOklzc3VlQ29tbWVudDQ5MjcwMDQwMA==',
      user: { login: 'Ada-L', id: 51, type: 'User', site_admin: false },
      created_at: '2026-05-15T15:20:21Z',
      updated_at: '2026-05-15T15:20:21Z',
      author_association: 'MEMBER',
      body: COMMAND,
      performed_via_github_app: null,
    },
    repository: { id: 1, name: 'site', full_name: 'Ops/site', private: false },
    sender: { login: 'Ada-L', id: 51, type: 'User' },
  },
  read: {
    number: 7,
    repository: 'ops/site',
    id: '492700400',
    url: 'https://github.com/ops/site/pull/7#issuecomment-492700400',
    author: { name: 'Ada-L', known_by: ['51', 'ada-l'] },
    task: 12,
    commit: null,
  },
};

const GITEA: PublishedComment = {
  source:
    'code.gitea.io/gitea/modules/structs (IssueCommentPayload), docs.gitea.com/usage/webhooks; forgejo.org: the same',
  event: 'issue_comment',
  document: {
    action: 'created',
    issue: {
      id: 9,
      number: 7,
      user: { id: 66, login: 'eve', username: 'eve' },
      title: 'Add a bucket',
      state: 'open',
      pull_request: { merged: false, merged_at: null, draft: false, html_url: 'http://gitea.example/ops/site/pulls/7' },
      repository: { id: 1, name: 'site', owner: 'ops', full_name: 'ops/site' },
    },
    comment: {
      id: 41,
      html_url: 'http://gitea.example/ops/site/pulls/7#issuecomment-41',
      pull_request_url: 'http://gitea.example/ops/site/pulls/7',
      issue_url: '',
      user: { id: 51, login: 'ada', username: 'ada', full_name: '' },
      body: COMMAND,
      assets: [],
      created_at: '2026-03-09T16:31:06+09:00',
      updated_at: '2026-03-09T16:31:06+09:00',
    },
    repository: { id: 1, name: 'site', full_name: 'ops/site' },
    sender: { id: 51, login: 'ada', username: 'ada' },
    is_pull: true,
  },
  read: {
    number: 7,
    repository: 'ops/site',
    id: '41',
    url: 'http://gitea.example/ops/site/pulls/7#issuecomment-41',
    author: { name: 'ada', known_by: ['51', 'ada'] },
    task: 12,
    commit: null,
  },
};

const GITLAB: PublishedComment = {
  source: 'docs.gitlab.com/user/project/integrations/webhook_events/#comment-on-a-merge-request',
  event: 'Note Hook',
  document: {
    object_kind: 'note',
    event_type: 'note',
    user: { id: 51, name: 'Ada', username: 'ada', avatar_url: null, email: '[REDACTED]' },
    project_id: 14,
    project: { id: 14, name: 'Site', path_with_namespace: 'ops/site', web_url: 'http://gitlab.example/ops/site' },
    repository: { name: 'Site', url: 'http://gitlab.example/ops/site.git', homepage: 'http://gitlab.example/ops/site' },
    object_attributes: {
      id: 1244,
      internal: false,
      note: COMMAND,
      noteable_type: 'MergeRequest',
      author_id: 51,
      created_at: '2026-03-04 18:21:36 UTC',
      updated_at: '2026-03-04 18:21:36 UTC',
      project_id: 14,
      attachment: null,
      line_code: null,
      commit_id: '',
      noteable_id: 99,
      system: false,
      st_diff: null,
      action: 'create',
      url: 'http://gitlab.example/ops/site/-/merge_requests/7#note_1244',
    },
    merge_request: {
      id: 99,
      iid: 7,
      target_branch: 'main',
      source_branch: 'bucket',
      source_project_id: 14,
      target_project_id: 14,
      author_id: 66,
      title: 'Add a bucket',
      state: 'opened',
      last_commit: { id: HEAD, message: 'Add a bucket', author: { name: 'Eve', email: 'eve@example.test' } },
    },
  },
  read: {
    number: 7,
    repository: 'ops/site',
    id: '1244',
    url: 'http://gitlab.example/ops/site/-/merge_requests/7#note_1244',
    author: { name: 'ada', known_by: ['51', 'ada'] },
    task: 12,
    commit: HEAD ?? '',
  },
};

const person = (nickname: string, id: string) => ({
  type: 'user',
  display_name: nickname,
  nickname,
  account_id: id,
  uuid: `{${id}}`,
});

const BITBUCKET: PublishedComment = {
  source: 'support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Comment-created (pull request)',
  event: 'pullrequest:comment_created',
  document: {
    actor: person('ada', '557058:51'),
    repository: { type: 'repository', full_name: 'ops/site', name: 'site', uuid: '{6}' },
    pullrequest: {
      id: 7,
      title: 'Add a bucket',
      state: 'OPEN',
      author: person('eve', '557058:66'),
      source: { branch: { name: 'bucket' }, commit: { hash: 'd3022fc0ca3d' }, repository: { full_name: 'ops/site' } },
      destination: {
        branch: { name: 'main' },
        commit: { hash: 'ce5965ddd289' },
        repository: { full_name: 'ops/site' },
      },
      links: { html: { href: 'https://bitbucket.example/ops/site/pull-requests/7' } },
    },
    comment: {
      id: 17,
      content: { raw: COMMAND, html: '<p>…</p>', markup: 'markdown' },
      user: person('ada', '557058:51'),
      created_on: '2026-04-06T00:46:26.776+00:00',
      updated_on: '2026-04-06T00:46:26.776+00:00',
      deleted: false,
      links: {
        self: { href: 'https://api.bitbucket.example/2.0/repositories/ops/site/pullrequests/7/comments/17' },
        html: { href: 'https://bitbucket.example/ops/site/pull-requests/7/_/diff#comment-17' },
      },
    },
  },
  read: {
    number: 7,
    repository: 'ops/site',
    id: '17',
    url: 'https://bitbucket.example/ops/site/pull-requests/7/_/diff#comment-17',
    author: { name: 'ada', known_by: ['557058:51', '{557058:51}'] },
    task: 12,
    commit: 'd3022fc0ca3d',
  },
};

const ROOT = 'https://dev.azure.example/ops';
const ada = { id: '54D125F7-69f7-4191-904f-c5b96b6261c8', displayName: 'Ada', uniqueName: 'ada@example.test' };

const AZURE: PublishedComment = {
  source: 'learn.microsoft.com/en-us/azure/devops/service-hooks/events#ms.vss-code.git-pullrequest-comment-event',
  event: 'ms.vss-code.git-pullrequest-comment-event',
  document: {
    id: 'af07be1b-f3ad-44c8-a7f1-c4835f2df06c',
    eventType: 'ms.vss-code.git-pullrequest-comment-event',
    publisherId: 'tfs',
    resource: {
      comment: {
        id: 2,
        parentCommentId: 0,
        author: ada,
        content: COMMAND,
        publishedDate: '2026-06-17T18:01:52.6Z',
        lastUpdatedDate: '2026-06-17T18:01:52.6Z',
        lastContentUpdatedDate: '2026-06-17T18:01:52.6Z',
        commentType: 'text',
        _links: { self: { href: `${ROOT}/_apis/git/repositories/4/pullRequests/7/threads/5/comments/2` } },
      },
      pullRequest: {
        repository: { id: '4', name: 'site', remoteUrl: `${ROOT}/Web/_git/site` },
        pullRequestId: 7,
        status: 'active',
        createdBy: { id: '66', displayName: 'Eve' },
        title: 'Add a bucket',
        sourceRefName: 'refs/heads/bucket',
        targetRefName: 'refs/heads/main',
        lastMergeSourceCommit: { commitId: HEAD },
      },
    },
    resourceVersion: '2.0',
    createdDate: '2026-06-17T18:01:53Z',
  },
  read: {
    number: 7,
    repository: 'ops/web/_git/site',
    id: '5/2',
    url: `${ROOT}/Web/_git/site/pullrequest/7`,
    author: { name: 'Ada', known_by: [ada.id.toLowerCase()] },
    task: 12,
    commit: HEAD ?? '',
  },
};

/** Comments in the shapes that the forges publish, with values of our own. */
export const PUBLISHED_COMMENTS = { github: GITHUB, gitlab: GITLAB, gitea: GITEA, bitbucket: BITBUCKET, azure: AZURE };
