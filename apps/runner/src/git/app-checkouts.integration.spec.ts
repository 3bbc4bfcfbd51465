import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Credential } from '@switchyard/contracts';
import { type GithubServer, startGithubServer } from '@switchyard/testing';
import { openWorkspace } from '../attempt/workspace.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, recordAttempt } from '../testing/recorded-attempt.js';
import { checkOut } from './checkout.js';

const CONTENT = 'large\n';
const area = makeTestArea();
let github: GithubServer;
let elsewhere: GithubServer;

beforeAll(async () => {
  github = await startGithubServer(area.dir);
  elsewhere = await startGithubServer(area.dir);
  publish('modules', { 'file.txt': 'inner' });
  const large = {
    'file.txt': 'outer',
    'a.bin': github.largeFiles.add(CONTENT),
    '.gitattributes': '*.bin filter=lfs\n',
  };
  publish('site', large, '../modules.git');
  publish('far', large, elsewhere.url('modules.git'));
});
afterAll(async () => {
  await Promise.all([github.stop(), elsewhere.stop()]);
  area.remove();
});
beforeEach(() => {
  github.open = [];
  [github, elsewhere].forEach(({ logins }) => logins.clear());
});

function publish(name: string, files: Record<string, string>, submodule = ''): void {
  const source = makeRepository(area.path('sources', name), files);
  if (submodule !== '') {
    writeFileSync(join(source, '.gitmodules'), `[submodule "s"]\n\tpath = s\n\turl = ${submodule}\n`);
    mkdirSync(join(source, 's'));
    const hash = git(area.path('modules.git'), 'rev-parse', 'HEAD');
    git(source, 'update-index', '--add', '--cacheinfo', `160000,${hash},s`);
    commitFiles(source, {}, 'Submodule');
  }
  git(area.dir, 'clone', '--quiet', '--bare', source, `${name}.git`);
}

/** Credential that the server makes for a job: a token of one repository. */
function keyOf(name: string): Credential {
  const token = `ghs_of_${name}`;
  github.issued.push({ token, repositories: [name], permissions: { contents: 'read' } });
  return { type: 'login_password', login: 'x-access-token', password: token };
}

async function check(name: string, part: object = {}) {
  const url = github.url(`${name}.git`);
  const repository = { id: 1, name: 'R', url, branch: 'main', commit: null, key: keyOf(name), ...part };
  const attempt = recordAttempt(area, exampleJob(url, { repository }));
  attempt.context.gitPauses = [];
  const workspace = await openWorkspace(attempt.context);
  try {
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    return { attempt, read: (file: string) => readFileSync(join(dir, file), 'utf8') };
  } finally {
    await workspace.close();
  }
}

describe('a repository that the token of an app opens', () => {
  it('should come with its large files, and a submodule of its owner that everybody may read', async () => {
    github.open = ['modules'];
    const { read, attempt } = await check('site');
    expect([read('file.txt'), read('a.bin'), read('s/file.txt')]).toEqual(['outer', CONTENT, 'inner']);
    expect(attempt.system).toEqual([]);
    expect(attempt.output()).not.toContain('ghs_');
    expect([...github.largeFiles.authorizations]).toEqual(['']);
  });

  it('should take a second key for a private submodule of its owner, which its token does not open', async () => {
    await expect(check('site')).rejects.toMatchObject({
      problem: { code: 'git_refused', params: { url: github.url('modules.git') } },
    });
    const key = keyOf('modules');
    const { read } = await check('site', { other_keys: [{ prefix: github.url('modules.git'), key }] });
    expect([read('a.bin'), read('s/file.txt')]).toEqual([CONTENT, 'inner']);
    expect([...github.logins]).toContain('x-access-token:ghs_of_modules modules');
  });

  it('should not send its token to another server', async () => {
    await expect(check('far')).rejects.toMatchObject({
      problem: { code: 'git_credentials', params: { url: elsewhere.url('modules.git') } },
    });
    expect([...elsewhere.logins]).toEqual(['modules']);
    elsewhere.open = ['modules'];
    expect((await check('far')).read('s/file.txt')).toBe('inner');
    expect([...elsewhere.logins]).toEqual(['modules']);
  });
});
