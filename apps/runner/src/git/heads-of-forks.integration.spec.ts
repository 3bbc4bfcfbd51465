import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGitForge, type GitForge } from '@switchyard/testing';
import { openWorkspace } from '../attempt/workspace.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { checkOut } from './checkout.js';

const area = makeTestArea();
const forges: GitForge[] = [];
/** The commit that was approved, and the one that was pushed to the fork since. */
let approved = '';
let pushed = '';

beforeAll(async () => {
  const source = makeRepository(area.path('source'), { 'file.txt': 'main\n' });
  const bare = area.path('forge/r.git');
  git(area.dir, 'clone', '--quiet', '--bare', source, 'forge/r.git');
  git(source, 'switch', '--quiet', '--create', 'fork');
  approved = commitFiles(source, { 'file.txt': 'approved\n' }, 'Approved');
  pushed = commitFiles(source, { 'file.txt': 'pushed\n' }, 'Pushed');
  for (const name of ['refs/pull/8/head', 'refs/merge-requests/8/head']) {
    git(source, 'push', '--quiet', bare, `fork:${name}`);
  }
  forges.push(await startGitForge(area.path('forge')), await startGitForge(area.path('forge'), { isOld: true }));
});
afterAll(async () => {
  await Promise.all(forges.map((forge) => forge.stop()));
  area.remove();
});

async function check(isOld: boolean, branch: string, commit: string): Promise<string> {
  const url = `${forges[isOld ? 1 : 0]?.origin}/r.git`;
  const repository = { id: 1, name: 'R', url, branch, commit, key: NO_KEY, is_exact: true };
  const attempt = recordAttempt(area, exampleJob(url, { repository, project_id: isOld ? 1 : 2 }));
  attempt.context.gitPauses = [];
  const workspace = await openWorkspace(attempt.context);
  try {
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    return readFileSync(join(dir, 'file.txt'), 'utf8').trim();
  } catch (error) {
    return (error as Error).message;
  } finally {
    await workspace.close();
  }
}

describe.each([
  ['gives commits by their hash', false],
  ['refuses commits that no reference names', true],
])('a server that %s', (_, isOld) => {
  it.each(['refs/pull/8/head', 'refs/merge-requests/8/head'])(
    'should give the approved commit of %s, also behind a newer one',
    async (branch) => {
      expect(await check(isOld, branch, approved)).toBe('approved');
      expect(await check(isOld, branch, pushed)).toBe('pushed');
    },
  );
});

describe('the reference of a pull request', () => {
  it('should give no other commit than the one that was approved', async () => {
    expect(await check(true, 'refs/pull/8/head', 'd'.repeat(40))).toMatch(/has no commit d{40}/);
    expect(await check(true, 'refs/pull/none/head', 'd'.repeat(40))).toMatch(/has no commit d{40}/);
  });

  it.each(['refs/pull/8/head:refs/heads/main', 'refs/../x', 'refs/-x*'])('should not be %s', async (branch) => {
    expect(await check(true, branch, 'd'.repeat(40))).toMatch(/is not the name of a branch or tag/);
  });
});
