import { AZURE_PUSH } from './published-azure-push.js';

/** A delivery with all members that the public document of its forge shows, and what is to be read of it. */
export interface PublishedPayload {
  source: string;
  event: string;
  document: object;
  branch: string;
  commit: { hash: string; message: string; author: string; url: string };
  paths: readonly string[];
}

const [AFTER, BEFORE] = ['da1560886d4f094c3e6c9ef40349f7d38b5d27d7', '95790bf891e76fee5e1747ab589903a6a1f80f22'];
const OLDER = 'b6568db1bc1dcd7f8b4d5a946b0b91f9dacd7327';

const gitlab: PublishedPayload = {
  source: 'docs.gitlab.com/user/project/integrations/webhook_events/#push-events',
  event: 'Push Hook',
  document: {
    object_kind: 'push',
    event_name: 'push',
    before: BEFORE,
    after: AFTER,
    ref: 'refs/heads/main',
    ref_protected: true,
    checkout_sha: AFTER,
    message: null,
    user_id: 4,
    user_name: 'Ada',
    user_username: 'ada',
    user_email: '',
    user_avatar: null,
    project_id: 15,
    project: {
      id: 15,
      name: 'Site',
      description: '',
      web_url: 'http://gitlab.example/ops/site',
      avatar_url: null,
      git_ssh_url: 'git@gitlab.example:ops/site.git',
      git_http_url: 'http://gitlab.example/ops/site.git',
      namespace: 'Ops',
      visibility_level: 0,
      path_with_namespace: 'ops/site',
      default_branch: 'main',
      ci_config_path: null,
    },
    commits: [
      {
        id: OLDER,
        message: 'Add a file\n\nMore words.',
        title: 'Add a file',
        timestamp: '2026-11-12T14:27:31+02:00',
        url: `http://gitlab.example/ops/site/-/commit/${OLDER}`,
        author: { name: 'Eve', email: 'eve@example.test' },
        added: ['CHANGELOG'],
        modified: ['app/main.tf'],
        removed: [],
      },
      {
        id: AFTER,
        message: 'Fix the readme',
        title: 'Fix the readme',
        timestamp: '2026-11-13T23:36:29+02:00',
        url: `http://gitlab.example/ops/site/-/commit/${AFTER}`,
        author: { name: 'Ada', email: 'ada@example.test' },
        added: [],
        modified: ['README'],
        removed: [],
      },
    ],
    total_commits_count: 2,
    push_options: {},
  },
  branch: 'main',
  commit: {
    hash: AFTER,
    message: 'Fix the readme',
    author: 'Ada',
    url: `http://gitlab.example/ops/site/-/commit/${AFTER}`,
  },
  paths: ['CHANGELOG', 'app/main.tf', 'README'],
};

const person = { name: 'Ada', email: 'ada@example.test', username: 'ada' };
const giteaCommit = {
  id: AFTER,
  message: 'Webhooks Yay!\n',
  url: `http://gitea.example/ops/site/commit/${AFTER}`,
  author: person,
  committer: person,
  verification: null,
  timestamp: '2026-03-13T13:52:11-04:00',
  added: ['a.txt'],
  removed: ['b.txt'],
  modified: [],
};

const gitea: PublishedPayload = {
  source: 'docs.gitea.com/usage/webhooks, forgejo.org/docs/latest/user/webhooks',
  event: 'push',
  document: {
    ref: 'refs/heads/develop',
    before: BEFORE,
    after: AFTER,
    compare_url: `http://gitea.example/ops/site/compare/${BEFORE}...${AFTER}`,
    commits: [giteaCommit],
    total_commits: 1,
    head_commit: giteaCommit,
    repository: {
      id: 140,
      owner: { id: 1, login: 'ada', full_name: 'Ada', email: 'ada@example.test', username: 'ada' },
      name: 'site',
      full_name: 'ops/site',
      description: '',
      private: false,
      fork: false,
      html_url: 'http://gitea.example/ops/site',
      ssh_url: 'ssh://git@gitea.example/ops/site.git',
      clone_url: 'http://gitea.example/ops/site.git',
      website: '',
      stars_count: 0,
      forks_count: 1,
      watchers_count: 1,
      open_issues_count: 7,
      default_branch: 'main',
      created_at: '2026-02-26T04:29:06-05:00',
      updated_at: '2026-03-13T13:51:58-04:00',
    },
    pusher: { id: 1, login: 'ada', full_name: 'Ada', email: 'ada@example.test', username: 'ada' },
    sender: { id: 1, login: 'ada', full_name: 'Ada', email: 'ada@example.test', username: 'ada' },
  },
  branch: 'develop',
  commit: {
    hash: AFTER,
    message: 'Webhooks Yay!',
    author: 'Ada',
    url: `http://gitea.example/ops/site/commit/${AFTER}`,
  },
  paths: ['a.txt', 'b.txt'],
};

const user = {
  type: 'user',
  display_name: 'Ada',
  nickname: 'ada',
  account_id: '557058:1',
  uuid: '{d301aafa-d676-4ee0-88be-962be7417567}',
  links: { html: { href: 'https://bitbucket.example/ada/' } },
};

const bitbucket: PublishedPayload = {
  source: 'support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Push',
  event: 'repo:push',
  document: {
    actor: user,
    repository: { type: 'repository', full_name: 'ops/site', name: 'site', scm: 'git', is_private: true },
    push: {
      changes: [
        {
          new: {
            type: 'branch',
            name: 'release/2',
            target: {
              type: 'commit',
              hash: AFTER,
              author: { type: 'author', raw: 'Ada <ada@example.test>', user },
              message: 'new commit message\n',
              date: '2026-06-09T03:34:49+00:00',
              parents: [{ type: 'commit', hash: BEFORE }],
              links: { html: { href: `https://bitbucket.example/ops/site/commits/${AFTER}` } },
            },
            links: { html: { href: 'https://bitbucket.example/ops/site/branch/release/2' } },
          },
          old: { type: 'branch', name: 'release/2', target: { type: 'commit', hash: BEFORE } },
          links: { html: { href: 'https://bitbucket.example/ops/site/branches/compare/x..y' } },
          created: false,
          forced: false,
          closed: false,
          commits: [{ hash: AFTER, type: 'commit', message: 'new commit message\n' }],
          truncated: false,
        },
      ],
    },
  },
  branch: 'release/2',
  commit: {
    hash: AFTER,
    message: 'new commit message',
    author: 'Ada',
    url: `https://bitbucket.example/ops/site/commits/${AFTER}`,
  },
  paths: [],
};

const gogs: PublishedPayload = {
  source: 'gogs.io/docs/features/webhook',
  event: 'push',
  document: {
    ref: 'refs/heads/develop',
    before: BEFORE,
    after: AFTER,
    compare_url: `http://gogs.example/ops/site/compare/${BEFORE}...${AFTER}`,
    commits: [
      {
        id: AFTER,
        message: 'Tell the world\n',
        url: `http://gogs.example/ops/site/commit/${AFTER}`,
        author: person,
        committer: person,
        added: [],
        removed: [],
        modified: ['app/main.tf'],
        timestamp: '2026-03-13T13:52:11-04:00',
      },
    ],
    repository: {
      id: 140,
      owner: { id: 1, login: 'ops', full_name: 'Ops', email: 'ops@example.test', avatar_url: '', username: 'ops' },
      name: 'site',
      full_name: 'ops/site',
      description: '',
      private: false,
      fork: false,
      parent: null,
      empty: false,
      mirror: false,
      size: 4096,
      html_url: 'http://gogs.example/ops/site',
      ssh_url: 'git@gogs.example:ops/site.git',
      clone_url: 'http://gogs.example/ops/site.git',
      website: '',
      stars_count: 0,
      forks_count: 1,
      watchers_count: 1,
      open_issues_count: 7,
      default_branch: 'main',
      created_at: '2026-02-26T04:29:06-05:00',
      updated_at: '2026-03-13T13:51:58-04:00',
    },
    pusher: { id: 1, login: 'ada', full_name: 'Ada', email: 'ada@example.test', avatar_url: '', username: 'ada' },
    sender: { id: 1, login: 'ada', full_name: 'Ada', email: 'ada@example.test', avatar_url: '', username: 'ada' },
  },
  branch: 'develop',
  commit: {
    hash: AFTER,
    message: 'Tell the world',
    author: 'Ada',
    url: `http://gogs.example/ops/site/commit/${AFTER}`,
  },
  paths: ['app/main.tf'],
};

/** Facts of the public documents in values of our own, so that no member of theirs is taken for another. */
export const PUBLISHED_PUSHES = { gitlab, gitea, bitbucket, gogs, azure: AZURE_PUSH };
