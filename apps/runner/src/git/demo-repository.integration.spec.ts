import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { DEMO_REPOSITORY_URL, type JobRepository } from '@switchyard/contracts';
import { openWorkspace } from '../attempt/workspace.js';
import { DEMO_FILES, demoRefs } from './demo-repository.js';
import { git } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, NO_KEY, recordAttempt } from '../testing/recorded-attempt.js';
import { checkOut } from './checkout.js';
import { branchList } from './list-branches.js';

const area = makeTestArea();
afterAll(() => area.remove());

async function withDemo<T>(part: Partial<JobRepository>, look: (dir: string, hash: string) => T): Promise<T> {
  const repository = { id: 1, name: 'R', url: DEMO_REPOSITORY_URL, branch: 'main', commit: null, key: NO_KEY, ...part };
  const { context } = recordAttempt(area, exampleJob(repository.url, { repository }));
  const workspace = await openWorkspace(context);
  try {
    const { dir, commit } = await checkOut(context, workspace, repository, 'repository');
    return look(dir, commit?.hash ?? '');
  } finally {
    await workspace.close();
  }
}

describe('the demo repository', () => {
  it('should be checked out with all files, as a repository that git finds nothing wrong with', async () => {
    await withDemo({}, (dir, hash) => {
      expect(git(dir, 'status', '--porcelain')).toBe('');
      expect(git(dir, 'rev-parse', 'main')).toBe(hash);
      expect(git(dir, 'fsck', '--strict')).not.toMatch(/error/);
      expect(git(dir, 'ls-files').split('\n')).toEqual(Object.keys(DEMO_FILES).sort());
      expect(readFileSync(join(dir, 'scripts/hello.sh'), 'utf8')).toBe(DEMO_FILES['scripts/hello.sh']);
      expect(statSync(join(dir, 'scripts/hello.sh')).mode & 0o777).toBe(0o755);
    });
  });

  it('should be the same commit each time, by its hash and where no branch is named', async () => {
    const hash = await withDemo({}, (_dir, found) => found);
    expect(await withDemo({ branch: '' }, (_dir, found) => found)).toBe(hash);
    expect(await withDemo({ commit: hash.slice(0, 10) }, (_dir, found) => found)).toBe(hash);
    expect(branchList(demoRefs(), '').branches).toEqual([['main', hash]]);
  });

  it.each([
    [{ branch: 'other' }, /has no branch or tag "other"/],
    [{ commit: 'f'.repeat(40) }, /has no commit ffff/],
    [{ branch: '--upload-pack=touch x' }, /is not the name of a branch or tag/],
    [{ url: 'switchyard://demo/../../etc' }, /repository address/],
  ])('should refuse %j', async (part, message) => {
    await expect(withDemo(part, () => null)).rejects.toThrow(message);
  });
});
