import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGitForge, type GitForge } from '@switchyard/testing';
import { openWorkspace } from '../attempt/workspace.js';
import { commitFiles, git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { checkOut } from './checkout.js';

const area = makeTestArea();
const bare = area.path('forge/r.git');
let forge: GitForge;
let source = '';
let [first, tagged, ofFork, loose] = ['', '', '', ''];

/** A server that gives every commit it has by its hash, as GitHub does with those of all forks. */
beforeAll(async () => {
  source = makeRepository(area.path('source'), { 'file.txt': 'first' });
  first = git(source, 'rev-parse', 'HEAD');
  commitFiles(source, { 'file.txt': 'second' }, 'Second');
  git(area.dir, 'clone', '--quiet', '--bare', source, 'forge/r.git');
  git(bare, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  tagged = pushed('released', 'refs/tags/v1');
  ofFork = pushed('of a fork', 'refs/pull/8/head');
  loose = pushed('loose', 'refs/heads/loose');
  git(bare, 'update-ref', '-d', 'refs/heads/loose');
  forge = await startGitForge(area.path('forge'));
});
afterAll(async () => {
  await forge.stop();
  area.remove();
});

/** A commit beside main. */
function pushed(text: string, ref: string): string {
  git(source, 'switch', '--quiet', '--detach', 'main');
  const commit = commitFiles(source, { 'file.txt': text }, text);
  git(source, 'push', '--quiet', bare, `HEAD:${ref}`);
  return commit;
}

/** @param project has a mirror of its own */
async function check(commit: string, project: number, is_on_branch = true): Promise<string> {
  const url = `${forge.origin}/r.git`;
  const repository = { id: 1, name: 'R', url, branch: 'main', commit, key: NO_KEY, is_exact: true, is_on_branch };
  const attempt = recordAttempt(area, exampleJob(url, { repository, project_id: project }));
  attempt.context.gitPauses = [];
  const workspace = await openWorkspace(attempt.context);
  try {
    const { dir } = await checkOut(attempt.context, workspace, repository, 'repository');
    return readFileSync(join(dir, 'file.txt'), 'utf8');
  } catch (error) {
    return (error as Error).message;
  } finally {
    await workspace.close();
  }
}

const refusal = (commit: string) => expect.stringContaining(`The commit ${commit} is on no branch and no tag of`);

describe('a commit that a sender names by its hash', () => {
  it('should run when it is on a branch or a tag, at its head or below', async () => {
    expect(await check(first, 1)).toBe('first');
    expect(await check(first.slice(0, 8), 2)).toBe('first');
    expect(await check(git(bare, 'rev-parse', 'main'), 1)).toBe('second');
    expect(await check(tagged, 1)).toBe('released');
  });

  it('should not run when it is of a fork, or of a branch that is gone', async () => {
    expect(await check(ofFork, 1)).toEqual(refusal(ofFork));
    expect(await check(loose, 1)).toEqual(refusal(loose));
    expect(await check(loose, 3)).toEqual(refusal(loose));
  });

  it('should not run when the mirror has it from a pull request that was approved', async () => {
    expect(await check(ofFork, 4, false)).toBe('of a fork');
    expect(await check(ofFork, 4)).toEqual(refusal(ofFork));
    expect(await check(loose, 4, false)).toBe('loose');
  });

  it('should run once it was pushed to a branch, also where it was refused before', async () => {
    const commit = pushed('merged', 'refs/pull/9/head');
    expect(await check(commit, 5)).toEqual(refusal(commit));
    git(bare, 'update-ref', 'refs/heads/feature', commit);
    expect(await check(commit, 5)).toBe('merged');
  });

  it('should run after a force push where the runner has seen it on the branch, and nowhere else', async () => {
    const before = pushed('before', 'refs/heads/moving');
    expect(await check(before, 6)).toBe('before');
    git(bare, 'update-ref', 'refs/heads/moving', first);
    expect(await check(before, 6)).toBe('before');
    expect(await check(before, 7)).toEqual(refusal(before));
  });
});
