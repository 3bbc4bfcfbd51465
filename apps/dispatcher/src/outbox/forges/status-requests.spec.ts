import { describe, expect, it } from '@jest/globals';
import { PUBLISHED_APIS, requestFaults } from '@switchyard/testing';
import {
  type CommitProgress,
  CommitProgress as Progress,
  forgePage,
  type ForgeRepository,
} from '@switchyard/contracts';
import { type ForgeStatus, statusRequest } from './status-requests.js';

type StatusForge = keyof typeof PUBLISHED_APIS;

const COMMIT = 'c0ffee'.padEnd(40, '0');
const LINK = 'https://yard.example/project/1/templates/2?t=3';

const repository = (git_url: string, part: Partial<ForgeRepository> = {}): ForgeRepository => ({
  git_url,
  forge: '',
  web_url: '',
  ...part,
});

const faultsOf = (forge: StatusForge, request: ReturnType<typeof requested>): string[] =>
  requestFaults(PUBLISHED_APIS[forge], { method: '', url: '', headers: {}, body: '', ...request });

function requested(of: ForgeRepository, progress: CommitProgress, part: Partial<ForgeStatus> = {}) {
  const page = forgePage(of);
  const status = {
    facts: { progress, commit: COMMIT, project: { id: 1 }, template: { id: 2, name: 'Deploy' }, task: { id: 3 } },
    link: LINK,
    login: { login: '', password: 'token' },
    ...part,
  };
  return page && statusRequest(page, status);
}

const PLACES: [StatusForge, ForgeRepository, string][] = [
  ['github', repository('git@github.com:acme/site.git'), `https://api.github.com/repos/acme/site/statuses/${COMMIT}`],
  [
    'github',
    repository('https://github.acme.org/ops/site'),
    `https://github.acme.org/api/v3/repos/ops/site/statuses/${COMMIT}`,
  ],
  ['github', repository('https://acme.ghe.com/ops/site'), `https://api.acme.ghe.com/repos/ops/site/statuses/${COMMIT}`],
  [
    'gitlab',
    repository('https://gitlab.com/acme/web/site.git'),
    `https://gitlab.com/api/v4/projects/acme%2Fweb%2Fsite/statuses/${COMMIT}`,
  ],
  [
    'gitea',
    repository('/srv/site.git', { forge: 'gitea', web_url: 'http://acme.org:3000/git/ops/site' }),
    `http://acme.org:3000/git/api/v1/repos/ops/site/statuses/${COMMIT}`,
  ],
  [
    'bitbucket',
    repository('git@bitbucket.org:acme/site.git'),
    `https://api.bitbucket.org/2.0/repositories/acme/site/commit/${COMMIT}/statuses/build`,
  ],
  [
    'azure',
    repository('x', { forge: 'azure', web_url: 'https://dev.azure.com/acme/ops/_git/site' }),
    `https://dev.azure.com/acme/ops/_apis/git/repositories/site/commits/${COMMIT}/statuses?api-version=7.1`,
  ],
];

describe(statusRequest.name, () => {
  it.each(PLACES)('should be what %s takes, in every state', (forge, of, url) => {
    for (const progress of Progress.options) {
      const request = requested(of, progress);
      expect([request?.url, request?.method]).toEqual([url, 'POST']);
      expect(faultsOf(forge, request)).toEqual([]);
    }
  });

  it.each<[StatusForge, string[]]>([
    ['github', ['pending', 'pending', 'pending', 'success', 'failure', 'error', 'pending']],
    ['gitlab', ['pending', 'running', 'pending', 'success', 'failed', 'canceled', 'pending']],
    ['gitea', ['pending', 'pending', 'pending', 'success', 'failure', 'error', 'pending']],
    ['bitbucket', ['INPROGRESS', 'INPROGRESS', 'INPROGRESS', 'SUCCESSFUL', 'FAILED', 'STOPPED', 'INPROGRESS']],
    ['azure', ['pending', 'pending', 'pending', 'succeeded', 'failed', 'error', 'pending']],
  ])('should have the words of %s', (forge, words) => {
    const of = PLACES.find(([name]) => name === forge)?.[1] ?? repository('');
    const reported = Progress.options.map(
      (progress) => JSON.parse(requested(of, progress)?.body ?? '{}') as { state: string },
    );
    expect(reported.map(({ state }) => state)).toEqual(words);
  });

  it.each(PLACES)('should do without a link of %s', (forge, of) => {
    expect(faultsOf(forge, requested(of, 'success', { link: null }))).toEqual([]);
  });

  it('should send a login to Bitbucket where the key has one', () => {
    const of = repository('git@bitbucket.org:acme/site.git');
    const { headers } = requested(of, 'success', { login: { login: 'ada', password: 'x' } }) ?? {};
    expect(headers?.['authorization']).toBe(`Basic ${Buffer.from('ada:x').toString('base64')}`);
  });

  it.each([
    repository('https://gogs.acme.org/a/b', { forge: 'gogs' }),
    repository('https://git.sr.ht/~acme/site'),
    repository('https://git.acme.org/ops/site'),
    repository('/srv/site'),
  ])('should not be made for $git_url', (of) => expect(requested(of, 'success')).toBeNull());
});
