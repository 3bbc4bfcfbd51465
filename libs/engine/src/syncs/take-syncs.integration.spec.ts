import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type GitRepository, ProjectSync } from '@switchyard/database';
import { newGitRepository, newRunner, newUser } from '@switchyard/database/testing';
import { EngineFixture } from '../testing/engine-fixture.js';
import { requestSync } from './request-sync.js';
import { endSync, holdSync, isSyncLease, takeSyncs } from './take-syncs.js';

const COMMIT = 'a'.repeat(40);

describe('the sync of a project from a repository', () => {
  let fixture: EngineFixture;
  let repository: GitRepository;
  let userId: number;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  beforeEach(async () => {
    const { projectId } = await fixture.template();
    repository = await newGitRepository(fixture.source, { projectId, gitBranch: 'main' });
    ({ id: userId } = await newUser(fixture.source));
    await store(repository);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  const store = ({ projectId, id: repositoryId }: GitRepository) =>
    fixture.source.manager.insert(ProjectSync, { projectId, repositoryId, userId });
  const take = async (row: Parameters<typeof newRunner>[1] = {}, most = 4) => {
    const runner = await newRunner(fixture.source, row);
    return { runnerId: runner.id, taken: await takeSyncs(fixture.engine, runner.id, most) };
  };
  const end = (id: number, isApplied: boolean, faults: readonly object[] = []) =>
    endSync(fixture.source, id, { seen: COMMIT, isApplied, faults });
  const due = () => fixture.source.query(`update project_sync set next_check = now() - interval '1 s'`);

  it('should be taken by one runner alone, with the branch and no commit that is known', async () => {
    const { runnerId, taken } = await take();
    expect(taken).toMatchObject([{ project_id: repository.projectId, branch: 'main', known: null }]);
    expect((await take()).taken).toEqual([]);
    const [{ lease = '' } = {}] = taken;
    expect([await isSyncLease(fixture.source, runnerId, lease), await isSyncLease(fixture.source, 0, lease)]).toEqual([
      true,
      false,
    ]);
    expect(await holdSync(fixture.source, runnerId, lease)).toMatchObject({ userId, commit: null });
  });

  it('should be for no runner of another project, that is off, draining or full', async () => {
    const other = await fixture.template();
    for (const row of [{ projectId: other.projectId }, { active: false }, { draining: true }]) {
      expect((await take(row)).taken).toEqual([]);
    }
    expect((await take({}, 0)).taken).toEqual([]);
    expect((await take({ projectId: repository.projectId })).taken).toHaveLength(1);
  });

  it('should be taken again once the lease of a runner is over, whose report then counts for nothing', async () => {
    const { runnerId, taken } = await take();
    await fixture.source.query(`update project_sync set lease_until = now() - interval '1 s'`);
    expect((await take()).taken).toHaveLength(1);
    expect(await holdSync(fixture.source, runnerId, taken[0]?.lease ?? '')).toBeUndefined();
  });

  it('should be due in some minutes, then with the commit that is known, unless it was refused', async () => {
    const [first] = (await take()).taken;
    await end(first?.id ?? 0, true);
    expect((await take()).taken).toEqual([]);
    await due();
    const [second] = (await take()).taken;
    expect(second).toMatchObject({ known: COMMIT });
    await end(second?.id ?? 0, false, [{ place: '', member: '', problem: { code: 'x', params: {} } }]);
    await due();
    expect((await take()).taken).toMatchObject([{ known: null }]);
  });

  it('should be due at once when it is requested, even while a runner looks', async () => {
    const [first] = (await take()).taken;
    expect(await requestSync(fixture.engine, repository.projectId)).toBe(true);
    await end(first?.id ?? 0, true);
    expect((await take()).taken).toHaveLength(1);
    expect(await requestSync(fixture.engine, 0)).toBe(false);
  });
});
