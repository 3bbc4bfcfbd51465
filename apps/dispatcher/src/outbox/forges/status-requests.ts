import type { CommitProgress, CommitStatusFacts, ForgePage } from '@switchyard/contracts';
import { jsonRequest, type OutboundRequest } from '@switchyard/server';
import { FORGE_APIS, isKnownForge, type KnownForge, type ForgeLogin } from './forge-api.js';

/** Status that a forge shows beside a commit. */
export interface ForgeStatus {
  facts: CommitStatusFacts;
  /** Where it leads to; null = this installation has no address. */
  link: string | null;
  login: ForgeLogin;
  /** In place of the usual ones. */
  words?: string | null;
}

interface Shape {
  /** Address below that of the repository. */
  path: (commit: string) => string;
  body: (status: ForgeStatus, page: ForgePage) => object;
}

const DESCRIPTIONS: Readonly<Record<CommitProgress, string>> = {
  pending: 'Waiting for a runner',
  running: 'Running',
  confirmation: 'Waiting for confirmation',
  success: 'Succeeded',
  failure: 'Failed',
  stopped: 'Stopped',
  approval: 'Waiting for approval',
};

const named = ({ template }: CommitStatusFacts): string => `switchyard/${template.name}`;

/** The same states by the words of GitHub and Gitea. */
const GITHUB_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'pending',
  running: 'pending',
  confirmation: 'pending',
  success: 'success',
  failure: 'failure',
  stopped: 'error',
  approval: 'pending',
};

const githubBody = ({ facts, link, words }: ForgeStatus): object => ({
  state: GITHUB_STATES[facts.progress],
  context: named(facts),
  description: words ?? DESCRIPTIONS[facts.progress],
  ...(link !== null && { target_url: link }),
});

const GITLAB_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'pending',
  running: 'running',
  confirmation: 'pending',
  success: 'success',
  failure: 'failed',
  stopped: 'canceled',
  approval: 'pending',
};

const BITBUCKET_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'INPROGRESS',
  running: 'INPROGRESS',
  confirmation: 'INPROGRESS',
  success: 'SUCCESSFUL',
  failure: 'FAILED',
  stopped: 'STOPPED',
  approval: 'INPROGRESS',
};

const AZURE_STATES: Readonly<Record<CommitProgress, string>> = {
  pending: 'pending',
  running: 'pending',
  confirmation: 'pending',
  success: 'succeeded',
  failure: 'failed',
  stopped: 'error',
  approval: 'pending',
};

const SHAPES: Readonly<Record<KnownForge, Shape>> = {
  /** @see https://docs.github.com/en/rest/commits/statuses#create-a-commit-status */
  github: { path: (commit) => `statuses/${commit}`, body: githubBody },
  /** @see https://docs.gitea.com/api/next/#tag/repository/operation/repoCreateStatus */
  gitea: { path: (commit) => `statuses/${commit}`, body: githubBody },
  /** @see https://docs.gitlab.com/api/commits/#set-commit-pipeline-status */
  gitlab: {
    path: (commit) => `statuses/${commit}`,
    body: ({ facts, link, words }) => ({
      state: GITLAB_STATES[facts.progress],
      name: named(facts),
      description: words ?? DESCRIPTIONS[facts.progress],
      ...(link !== null && { target_url: link }),
    }),
  },
  /** The key has at most 40 characters. @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-commit-statuses/ */
  bitbucket: {
    path: (commit) => `commit/${commit}/statuses/build`,
    body: ({ facts, link, words }, { origin }) => ({
      key: `switchyard-${facts.template.id}`,
      state: BITBUCKET_STATES[facts.progress],
      name: named(facts),
      description: words ?? DESCRIPTIONS[facts.progress],
      // It must have one.
      url: link ?? origin,
    }),
  },
  /** @see https://learn.microsoft.com/en-us/rest/api/azure/devops/git/statuses/create */
  azure: {
    path: (commit) => `commits/${commit}/statuses?api-version=7.1`,
    body: ({ facts, link, words }) => ({
      state: AZURE_STATES[facts.progress],
      description: words ?? DESCRIPTIONS[facts.progress],
      context: { genre: 'switchyard', name: facts.template.name },
      ...(link !== null && { targetUrl: link }),
    }),
  },
};

/** The request that sets the status of a commit; null = the forge takes none. */
export function statusRequest(page: ForgePage, status: ForgeStatus): OutboundRequest | null {
  if (!isKnownForge(page.forge)) {
    return null;
  }
  const { path, body } = SHAPES[page.forge];
  const { repository, headers } = FORGE_APIS[page.forge](page, status.login);
  return jsonRequest('POST', `${repository}/${path(status.facts.commit)}`, headers, body(status, page));
}
