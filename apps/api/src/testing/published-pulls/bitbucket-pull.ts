import type { PublishedPull } from './published-pull.js';

const uuid = (digit: string): string => `{${digit.repeat(8)}-24e9-4d7f-a3a7-b1ba2cd98aa3}`;

const person = (nickname: string) => ({
  type: 'user',
  display_name: nickname,
  nickname,
  account_id: '557058:1',
  uuid: uuid('a'),
  links: {
    self: { href: `https://api.bitbucket.example/2.0/users/${nickname}` },
    html: { href: `https://bitbucket.example/${nickname}/` },
    avatar: { href: `https://bitbucket.example/account/${nickname}/avatar` },
  },
});

const repository = {
  type: 'repository',
  uuid: uuid('6'),
  full_name: 'ops/site',
  name: 'site',
  scm: 'git',
  is_private: true,
  website: null,
  owner: person('ops'),
  workspace: { type: 'workspace', slug: 'ops', name: 'ops', uuid: uuid('7') },
  project: { type: 'project', key: 'OPS', name: 'Operations', uuid: uuid('8') },
  links: {
    self: { href: 'https://api.bitbucket.example/2.0/repositories/ops/site' },
    html: { href: 'https://bitbucket.example/ops/site' },
    avatar: { href: 'https://bitbucket.example/ops/site/avatar' },
  },
};

const HEAD = 'd3022fc0ca3d';

const end = (name: string, hash: string) => ({
  branch: { name },
  commit: {
    type: 'commit',
    hash,
    links: { self: { href: `https://api.bitbucket.example/2.0/repositories/ops/site/commit/${hash}` } },
  },
  repository,
});

/** A pull request of a branch was created; Bitbucket shortens hashes. */
export const BITBUCKET_PULL: PublishedPull = {
  source:
    'support.atlassian.com/bitbucket-cloud/docs/event-payloads/#Pull-request-events (with the entities of that page)',
  event: 'pullrequest:created',
  document: {
    actor: person('ada'),
    pullrequest: {
      type: 'pullrequest',
      id: 3,
      title: 'Add a bucket',
      description: 'It holds the pictures.',
      rendered: { title: { raw: 'Add a bucket' }, description: { raw: 'It holds the pictures.' } },
      summary: { type: 'rendered', raw: 'It holds the pictures.', markup: 'markdown', html: '<p>It.</p>' },
      state: 'OPEN',
      draft: false,
      author: person('ada'),
      source: end('bucket', HEAD),
      destination: end('main', 'ce5965ddd289'),
      merge_commit: null,
      participants: [{ type: 'participant', user: person('bob'), role: 'REVIEWER', approved: false, state: null }],
      reviewers: [person('bob')],
      close_source_branch: true,
      closed_by: null,
      reason: '',
      task_count: 0,
      comment_count: 0,
      created_on: '2026-04-06T15:23:38.179678+00:00',
      updated_on: '2026-04-06T15:23:38.205705+00:00',
      links: {
        self: { href: 'https://api.bitbucket.example/2.0/repositories/ops/site/pullrequests/3' },
        html: { href: 'https://bitbucket.example/ops/site/pull-requests/3' },
      },
    },
    repository,
  },
  pull: {
    number: 3,
    title: 'Add a bucket',
    url: 'https://bitbucket.example/ops/site/pull-requests/3',
    fork: false,
    author: { name: 'ada', known_by: ['557058:1', uuid('a')] },
  },
  branch: 'bucket',
  target: 'main',
  commit: HEAD,
  hasNewHead: true,
  closed: false,
  merged: null,
  changed: new Date('2026-04-06T15:23:38.205Z'),
  shown: null,
};
