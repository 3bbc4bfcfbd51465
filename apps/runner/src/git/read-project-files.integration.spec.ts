import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { BranchList } from '../attempt/attempt-context.js';
import { git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, recordAttempt } from '../testing/recorded-attempt.js';
import { readProjectFiles } from './read-project-files.js';

describe(readProjectFiles.name, () => {
  const area = makeTestArea();
  afterAll(() => area.remove());

  async function read(source: string, known: string | null = null) {
    const job = exampleJob(`file://${source}`);
    const lists: BranchList[] = [];
    const { context } = recordAttempt(area, { ...job, repository: { ...job.repository, branch: 'HEAD' } });
    const take = { ...context, reportBranches: async (list: BranchList) => void lists.push(list) };
    const { reason } = await readProjectFiles(take, known);
    return { list: lists[0], reason };
  }

  it('should bring the lists of the head with the places of their entries, until it is the known commit', async () => {
    const source = makeRepository(area.path('good'), {
      '.switchyard/a.yaml': 'views:\n  - title: Ops\n',
      '.switchyard/b.yml': 'views:\n  - title: Dev\n',
      '.switchyard/notes.txt': 'no: [',
      '.switchyard/deep/c.yaml': 'no: [',
    });
    symlinkSync('/etc/passwd', join(source, '.switchyard/link.yaml'));
    git(source, 'add', '-A');
    git(source, 'commit', '-qm', 'link');
    const commit = git(source, 'rev-parse', 'HEAD').trim();
    const { list } = await read(source);
    expect(list?.branches).toEqual([['HEAD', commit]]);
    expect(JSON.parse(list?.files?.document ?? '')).toEqual({
      meta: null,
      views: [{ title: 'Ops' }, { title: 'Dev' }],
    });
    expect(list?.files?.places).toEqual({ views: '.switchyard/a.yaml:2:5\n.switchyard/b.yml:2:5' });
    expect((await read(source, commit)).list).toEqual({ branches: [['HEAD', commit]], isCut: false, files: undefined });
  });

  it('should explain what cannot be read', async () => {
    const none = makeRepository(area.path('none'), { 'run.sh': '' });
    const broken = makeRepository(area.path('broken'), { '.switchyard/a.yaml': 'views:\n  - title: [\n' });
    const large = makeRepository(area.path('large'), { '.switchyard/a.yaml': `# ${'x'.repeat(1_048_576)}\n` });
    expect((await read(none)).reason).toMatchObject({ code: 'sync_no_files' });
    expect((await read(broken)).reason).toMatchObject({
      code: 'sync_unreadable',
      params: { reason: expect.stringContaining('.switchyard/a.yaml:3:1: ') },
    });
    expect((await read(large)).reason).toMatchObject({ code: 'sync_too_large' });
  });
});
