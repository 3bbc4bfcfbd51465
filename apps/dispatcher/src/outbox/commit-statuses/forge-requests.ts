import type { CommitProgress, CommitStatusFacts, ForgePage } from '@switchyard/contracts';
import type { OutboundRequest } from '@switchyard/server';

/** The token of a key; some forges take it with a login. */
export interface ForgeLogin {
  login: string;
  password: string;
}

/** What a forge shows beside a commit. */
export interface ForgeStatus {
  facts: CommitStatusFacts;
  /** Where it leads to; null = this installation has no address. */
  link: string | null;
  login: ForgeLogin;
}

type Request = (page: ForgePage, status: ForgeStatus) => OutboundRequest;

const DESCRIPTIONS: Readonly<Record<CommitProgress, string>> = {
  pending: 'Waiting for a runner',
  running: 'Running',
  confirmation: 'Waiting for confirmation',
  success: 'Succeeded',
  failure: 'Failed',
  stopped: 'Stopped',
};

const named = ({ template }: CommitStatusFacts): string => `switchyard/${template.name}`;

const basic = ({ login, password }: ForgeLogin): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;

const post = (url: string, headers: Record<string, string>, body: object): OutboundRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The same states by the words of GitHub and Gitea. */
const GITHUB_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'pending',
  running: 'pending',
  confirmation: 'pending',
  success: 'success',
  failure: 'failure',
  stopped: 'error',
};

const githubBody = ({ facts, link }: ForgeStatus): object => ({
  state: GITHUB_STATES[facts.progress],
  context: named(facts),
  description: DESCRIPTIONS[facts.progress],
  ...(link !== null && { target_url: link }),
});

/** @see https://docs.github.com/en/rest/commits/statuses#create-a-commit-status */
const github: Request = ({ origin, parts }, status) => {
  const api = origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
  return post(
    `${api}/repos/${parts.slice(-2).join('/')}/statuses/${status.facts.commit}`,
    {
      authorization: `Bearer ${status.login.password}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    githubBody(status),
  );
};

/** A forge below a path has its API there too. @see https://docs.gitea.com/api/next/#tag/repository/operation/repoCreateStatus */
const gitea: Request = ({ origin, parts }, status) =>
  post(
    `${[origin, ...parts.slice(0, -2)].join('/')}/api/v1/repos/${parts.slice(-2).join('/')}/statuses/${status.facts.commit}`,
    { authorization: `token ${status.login.password}` },
    githubBody(status),
  );

const GITLAB_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'pending',
  running: 'running',
  confirmation: 'pending',
  success: 'success',
  failure: 'failed',
  stopped: 'canceled',
};

/** @see https://docs.gitlab.com/api/commits/#set-commit-pipeline-status */
const gitlab: Request = ({ origin, parts }, { facts, link, login }) =>
  post(
    `${origin}/api/v4/projects/${parts.join('%2F')}/statuses/${facts.commit}`,
    { 'private-token': login.password },
    {
      state: GITLAB_STATES[facts.progress],
      name: named(facts),
      description: DESCRIPTIONS[facts.progress],
      ...(link !== null && { target_url: link }),
    },
  );

const BITBUCKET_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'INPROGRESS',
  running: 'INPROGRESS',
  confirmation: 'INPROGRESS',
  success: 'SUCCESSFUL',
  failure: 'FAILED',
  stopped: 'STOPPED',
};

/**
 * An access token has no login, an app password or API token has. The key has at most 40 characters.
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-commit-statuses/
 */
const bitbucket: Request = ({ origin, parts }, { facts, link, login }) => {
  const api = origin === 'https://bitbucket.org' ? 'https://api.bitbucket.org/2.0' : `${origin}/2.0`;
  return post(
    `${api}/repositories/${parts.slice(-2).join('/')}/commit/${facts.commit}/statuses/build`,
    { authorization: login.login === '' ? `Bearer ${login.password}` : basic(login) },
    {
      key: `switchyard-${facts.template.id}`,
      state: BITBUCKET_STATES[facts.progress],
      name: named(facts),
      description: DESCRIPTIONS[facts.progress],
      // It must have one.
      url: link ?? origin,
    },
  );
};

const AZURE_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'pending',
  running: 'pending',
  confirmation: 'pending',
  success: 'succeeded',
  failure: 'failed',
  stopped: 'error',
};

/** @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/statuses/create */
const azure: Request = ({ origin, parts }, { facts, link, login }) => {
  const at = parts.indexOf('_git');
  const project = [origin, ...parts.slice(0, at)].join('/');
  return post(
    `${project}/_apis/git/repositories/${parts[at + 1] ?? ''}/commits/${facts.commit}/statuses?api-version=7.1`,
    { authorization: basic({ ...login, login: '' }) },
    {
      state: AZURE_STATES[facts.progress],
      description: DESCRIPTIONS[facts.progress],
      context: { genre: 'switchyard', name: facts.template.name },
      ...(link !== null && { targetUrl: link }),
    },
  );
};

/** Forges that take statuses; Gogs and SourceHut have no address for them. */
const REQUESTS: Readonly<Partial<Record<ForgePage['forge'], Request>>> = { github, gitlab, gitea, bitbucket, azure };

/** The request that sets the status of a commit; null = the forge takes none. */
export const statusRequest = (page: ForgePage, status: ForgeStatus): OutboundRequest | null =>
  REQUESTS[page.forge]?.(page, status) ?? null;
