import { createHmac, randomUUID } from 'node:crypto';

/** A webhook of a real sender, in the least form that its documentation gives. */
export interface SentWebhook {
  sender: string;
  body: string;
  /** Headers as it sends them, signed with the secret; each call is another delivery. */
  headers: (secret: string) => Record<string, string>;
  /** How the integration must be set. */
  auth: object;
  /** Matcher that distinguishes the event from others of the sender. */
  matcher: object;
  /** Path of the value that is extracted, and what it is. */
  extract: { key: string; variable: string; value: string };
}

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const hmac = (algorithm: 'sha1' | 'sha256' | 'sha512', secret: string, body: string): string =>
  createHmac(algorithm, secret).update(body).digest('hex');

const onHeader = (key: string, value: string): object => ({
  name: 'event',
  match_type: 'header',
  key,
  method: 'equals',
  value,
});

const REPOSITORY = { id: 1296269, name: 'hello-world', full_name: 'octo/hello-world', private: false };

/** docs.github.com/webhooks: signed by both of its headers. */
function github(event: string, payload: object, extract: SentWebhook['extract']): SentWebhook {
  const body = JSON.stringify({ ...payload, repository: REPOSITORY, sender: { login: 'octocat', id: 1 } });
  return {
    sender: `GitHub ${event}`,
    body,
    auth: { auth_method: 'github' },
    extract,
    matcher: onHeader('X-GitHub-Event', event),
    headers: (secret) => ({
      ...JSON_TYPE,
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature': `sha1=${hmac('sha1', secret, body)}`,
      'x-hub-signature-256': `sha256=${hmac('sha256', secret, body)}`,
    }),
  };
}

/** Commits of every push. */
export const PUSHED = {
  after: 'a10867b14bb761a232cd80139fbd4c0d33264240',
  before: '1481a2de7b2a7d02428ad93446ab166be7793fbb',
};
/** The newest commit of every push, as a task shows it. */
export const COMMIT_SHOWN = { message: 'Speak up', author: 'Octocat', url: 'https://forge.example/c' };
const AUTHOR = { name: COMMIT_SHOWN.author, email: 'octo@example.test' };
const COMMIT = { id: PUSHED.after, message: COMMIT_SHOWN.message, url: COMMIT_SHOWN.url, author: AUTHOR };

export const githubPush = github(
  'push',
  { ref: 'refs/heads/feature/speak', ...PUSHED, commits: [COMMIT], head_commit: COMMIT },
  { key: 'ref', variable: 'git_branch', value: 'feature/speak' },
);

/** docs.github.com/en/webhooks/using-webhooks/creating-webhooks: a form, signed as it is sent. */
function githubForm(): SentWebhook {
  const body = new URLSearchParams({ payload: githubPush.body }).toString();
  return {
    ...githubPush,
    sender: 'GitHub push as a form',
    body,
    headers: (secret) => ({
      ...githubPush.headers(secret),
      ...FORM_TYPE,
      'x-hub-signature-256': `sha256=${hmac('sha256', secret, body)}`,
    }),
  };
}

/** github.com/gogs/gogs, internal/database/webhook.go: the signature is of the JSON, also where a form is sent. */
function gogsForm(): SentWebhook {
  const json = JSON.stringify({ ref: 'refs/heads/a+b', ...PUSHED, commits: [COMMIT], repository: REPOSITORY });
  return {
    sender: 'Gogs push as a form',
    body: new URLSearchParams({ payload: json }).toString(),
    auth: { auth_method: 'hmac', auth_header: 'X-Gogs-Signature' },
    matcher: onHeader('X-Gogs-Event', 'push'),
    extract: { key: 'ref', variable: 'git_branch', value: 'a+b' },
    headers: (secret) => ({
      ...FORM_TYPE,
      'x-gogs-event': 'push',
      'x-gogs-delivery': randomUUID(),
      'x-gogs-signature': hmac('sha256', secret, json),
    }),
  };
}

/** docs.gitlab.com/user/project/integrations/webhook_events: a token in a header of its own, and no signature. */
function gitlabPush(): SentWebhook {
  const body = JSON.stringify({
    object_kind: 'push',
    event_name: 'push',
    ref: 'refs/heads/main',
    checkout_sha: PUSHED.after,
    ...PUSHED,
    project: { id: 15, path_with_namespace: 'mike/diaspora', default_branch: 'main' },
    commits: [COMMIT],
  });
  return {
    sender: 'GitLab push',
    body,
    auth: { auth_method: 'gitlab' },
    matcher: onHeader('X-Gitlab-Event', 'Push Hook'),
    extract: { key: 'ref', variable: 'git_branch', value: 'main' },
    headers: (secret) => ({
      ...JSON_TYPE,
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-event-uuid': randomUUID(),
      'x-gitlab-token': secret,
    }),
  };
}

/** docs.gitlab.com/user/project/integrations/webhooks, and the Standard Webhooks specification: a signing token. */
function gitlabSigned(): SentWebhook {
  const push = gitlabPush();
  return {
    ...push,
    sender: 'GitLab push with a signing token',
    auth: { auth_method: 'standard' },
    headers: (secret) => {
      const { 'x-gitlab-token': _, ...headers } = push.headers(secret);
      return { ...headers, ...standardHeaders(secret, push.body) };
    },
  };
}

/** The headers of github.com/standard-webhooks/standard-webhooks, spec/standard-webhooks.md. */
export function standardHeaders(
  key: string | Buffer,
  body: string,
  seconds = Date.now() / 1_000,
): Record<string, string> {
  const [id, time] = [randomUUID(), String(Math.round(seconds))];
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1a,AAAA v1,${signature}` };
}

/** learn.microsoft.com/en-us/azure/devops/service-hooks/events: event and id are in the body, which nothing signs. */
export function azurePush(): SentWebhook {
  const id = randomUUID();
  const body = JSON.stringify({
    subscriptionId: randomUUID(),
    notificationId: 5,
    id,
    eventType: 'git.push',
    publisherId: 'tfs',
    resource: {
      commits: [{ commitId: PUSHED.after, comment: COMMIT.message, author: AUTHOR, url: COMMIT.url }],
      refUpdates: [{ name: 'refs/heads/main', oldObjectId: PUSHED.before, newObjectId: PUSHED.after }],
      repository: { name: 'hello-world', defaultBranch: 'refs/heads/main' },
      pushId: 14,
    },
    resourceVersion: '1.0',
  });
  return {
    sender: 'Azure DevOps push',
    body,
    auth: { auth_method: 'basic' },
    matcher: {
      name: 'event',
      match_type: 'body',
      body_data_type: 'json',
      key: 'eventType',
      method: 'equals',
      value: 'git.push',
    },
    extract: { key: 'resource.refUpdates.[0].name', variable: 'git_branch', value: 'main' },
    headers: (secret) => ({
      ...JSON_TYPE,
      authorization: `Basic ${Buffer.from(`${LOGIN}:${secret}`).toString('base64')}`,
    }),
  };
}

/** support.atlassian.com/bitbucket-cloud/docs/manage-webhooks: signed as GitHub does, under another name. */
function bitbucketPush(): SentWebhook {
  const change = {
    new: {
      type: 'branch',
      name: 'release/2',
      target: {
        hash: PUSHED.after,
        message: COMMIT.message,
        author: { raw: 'Octocat <octo@example.test>' },
        links: { html: { href: COMMIT.url } },
      },
    },
    old: null,
    closed: false,
  };
  const body = JSON.stringify({ push: { changes: [change] }, repository: REPOSITORY, actor: { nickname: 'Emma' } });
  return {
    sender: 'Bitbucket push',
    body,
    auth: { auth_method: 'bitbucket' },
    matcher: onHeader('X-Event-Key', 'repo:push'),
    extract: { key: 'push.changes.[0].new.name', variable: 'git_branch', value: 'release/2' },
    headers: (secret) => ({
      ...JSON_TYPE,
      'x-event-key': 'repo:push',
      'x-request-uuid': randomUUID(),
      'x-hub-signature': `sha256=${hmac('sha256', secret, body)}`,
    }),
  };
}

/** docs.gitea.com/usage/webhooks: bare hex digits. */
function giteaPush(): SentWebhook {
  const body = JSON.stringify({ ref: 'refs/heads/develop', ...PUSHED, commits: [COMMIT], repository: REPOSITORY });
  return {
    sender: 'Gitea push',
    body,
    auth: { auth_method: 'hmac', auth_header: 'X-Gitea-Signature' },
    matcher: onHeader('X-Gitea-Event', 'push'),
    extract: { key: 'ref', variable: 'git_branch', value: 'develop' },
    headers: (secret) => ({
      ...JSON_TYPE,
      'x-gitea-event': 'push',
      'x-gitea-delivery': randomUUID(),
      'x-gitea-signature': hmac('sha256', secret, body),
    }),
  };
}

/** A program of one's own. */
function generic(
  sender: string,
  auth: object,
  sign: (secret: string, body: string) => Record<string, string>,
): SentWebhook {
  const body = JSON.stringify({ job: 'nightly', build: { number: 7, ok: true }, labels: ['a', 'b'] });
  return {
    sender,
    body,
    auth,
    matcher: {
      name: 'job',
      match_type: 'body',
      body_data_type: 'json',
      key: 'job',
      method: 'contains',
      value: 'night',
    },
    extract: { key: 'build.number', variable: 'message', value: '7' },
    headers: (secret) => ({ ...JSON_TYPE, 'idempotency-key': randomUUID(), ...sign(secret, body) }),
  };
}

const signed = (algorithm: 'sha1' | 'sha512', prefix: string): SentWebhook =>
  generic(
    `generic ${algorithm}`,
    { auth_method: 'hmac', auth_header: 'X-Signature', hmac_algorithm: algorithm, hmac_prefix: prefix },
    (secret, body) => ({ 'x-signature': prefix + hmac(algorithm, secret, body) }),
  );

/** The login of the key that holds the secret. */
export const LOGIN = 'hooks';

export const WEBHOOKS: readonly SentWebhook[] = [
  githubPush,
  github(
    'release',
    { action: 'published', release: { id: 1, tag_name: 'v1.2.0', draft: false, prerelease: false } },
    { key: 'release.tag_name', variable: 'git_branch', value: 'v1.2.0' },
  ),
  github(
    'pull_request',
    { action: 'opened', number: 2, pull_request: { number: 2, head: { ref: 'changes', sha: PUSHED.after } } },
    { key: 'pull_request.head.ref', variable: 'git_branch', value: 'changes' },
  ),
  gitlabPush(),
  gitlabSigned(),
  azurePush(),
  bitbucketPush(),
  giteaPush(),
  githubForm(),
  gogsForm(),
  signed('sha1', 'sha1='),
  signed('sha512', ''),
  generic('generic basic', { auth_method: 'basic' }, (secret) => ({
    authorization: `Basic ${Buffer.from(`${LOGIN}:${secret}`).toString('base64')}`,
  })),
];
