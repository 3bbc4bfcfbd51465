import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BranchList } from '../attempt/attempt-context.js';
import { git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, recordAttempt } from '../testing/recorded-attempt.js';
import { branchList, listBranches } from './list-branches.js';

describe(listBranches.name, () => {
  const area = makeTestArea();
  let url: string;
  let commit: string;
  beforeAll(() => {
    const source = makeRepository(area.path('source'), { 'run.sh': '' });
    git(source, 'branch', 'release/2');
    git(source, 'tag', '-a', '-m', 'first', 'v1');
    commit = git(source, 'rev-parse', 'HEAD').trim();
    url = `file://${source}`;
  });
  afterAll(() => area.remove());

  async function listed(branch: string, from = url) {
    const job = exampleJob(from);
    const lists: BranchList[] = [];
    const { context } = recordAttempt(area, { ...job, repository: { ...job.repository, branch } });
    const result = await listBranches({ ...context, reportBranches: async (list) => void lists.push(list) });
    return { branches: lists[0]?.branches ?? null, reason: result.reason?.code ?? null };
  }

  it('should name every branch with its commit', async () => {
    const { branches } = await listed('');
    expect(branches).toEqual([
      ['main', commit],
      ['release/2', commit],
    ]);
  });

  it('should find the commit of one branch, tag or the default branch', async () => {
    for (const name of ['main', 'release/2', 'v1', 'HEAD', 'refs/heads/main', 'refs/tags/v1']) {
      expect((await listed(name)).branches).toEqual([[name, commit]]);
    }
    expect(await listed('gone')).toEqual({ branches: [], reason: null });
  });

  it('should explain why it cannot', async () => {
    expect(await listed('', `file://${area.path('nowhere')}`)).toEqual({ branches: null, reason: 'git_missing' });
    expect((await listed('--upload-pack=x')).reason).toBe('not_a_revision');
  });

  it('should leave out what nobody could store or check out, and more than a form can offer', () => {
    const many = Array.from({ length: 2_001 }, (_, i) => `${'a'.repeat(40)}\trefs/heads/b${i}`);
    const odd = [`${'a'.repeat(40)}\trefs/heads/a\u0001b`, 'nonsense', `xyz\trefs/heads/c`];
    const { branches, isCut } = branchList([...odd, ...many].join('\n'), '');
    expect([branches.length, branches[0]?.[0], isCut]).toEqual([2_000, 'b0', true]);
  });
});
