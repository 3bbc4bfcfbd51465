import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { problem, sentProblem } from '@switchyard/contracts';
import type { Runner } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { endListing } from '../commit-checks/end-listing.js';
import { sweepListings } from '../commit-checks/sweep-listings.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { takeListings } from './take-listings.js';
import { readTest, removeTest, requestTest, type TestedRepository } from './test-repository.js';

const COMMIT = 'a'.repeat(40);

describe('the test of a repository that is not stored', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let tested: TestedRepository;
  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  beforeEach(async () => {
    const { projectId } = await fixture.template();
    runner = await newRunner(fixture.source);
    const access = { gitUrl: 'https://git.example/x', sshKeyId: 1, caCertificates: '', knownHosts: '' };
    tested = { projectId, branch: '', draft: { ...access, secondKeyId: null, secondKeyPrefix: '' } };
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function take() {
    const [taken] = await takeListings(fixture.engine, runner.id, 4);
    if (taken === undefined) {
      throw new Error('nothing to take');
    }
    return taken;
  }

  it('should wake a runner, and bring what it found until it is removed', async () => {
    const id = await requestTest(fixture.engine, tested);
    expect(fixture.signals.woken).toEqual([runner.id]);
    expect(await readTest(fixture.engine, id)).toMatchObject({ ended: null });
    const taken = await take();
    expect(taken).toMatchObject({ id, repository_id: null, draft: tested.draft, project_id: tested.projectId });
    const report = { id, lease: taken.lease, branches: [['main', COMMIT]] as [string, string][], is_cut: false };
    await endListing(fixture.engine, runner.id, { ...report, problem: null }, 'UTC');
    expect(await readTest(fixture.engine, id)).toMatchObject({ branches: [['main', COMMIT]], problem: null });
    expect(fixture.signals.listings).toBe(1);
    await removeTest(fixture.engine, id);
    expect(await readTest(fixture.engine, id)).toBeUndefined();
  });

  it('should be a listing of its own for each request', async () => {
    const [one, other] = [await requestTest(fixture.engine, tested), await requestTest(fixture.engine, tested)];
    expect(one).not.toBe(other);
    expect(await takeListings(fixture.engine, runner.id, 4)).toHaveLength(2);
  });

  it('should end when no runner takes it, and go when nobody waits for it any more', async () => {
    const id = await requestTest(fixture.engine, tested);
    const age = (minutes: number) =>
      fixture.source.query(`update branch_listing set requested = now() - $1 * interval '1 min'`, [minutes]);
    await age(2);
    await sweepListings(fixture.engine, 'UTC');
    const why = sentProblem(problem('listing_no_runner'));
    expect(await readTest(fixture.engine, id)).toMatchObject({ ended: expect.any(Date), problem: why });
    await age(4);
    await sweepListings(fixture.engine, 'UTC');
    expect(await readTest(fixture.engine, id)).toBeUndefined();
  });
});
