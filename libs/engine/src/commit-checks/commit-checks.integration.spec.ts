import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ListedBranch, problem, sentProblem } from '@switchyard/contracts';
import { type Runner, Schedule, ScheduleRun, Task, type Template } from '@switchyard/database';
import { newRunner, newSchedule, newTask } from '@switchyard/database/testing';
import { requestBranches } from '../listings/request-listings.js';
import { type TakenListing, takeListings } from '../listings/take-listings.js';
import { fireSchedules } from '../schedules/fire-schedules.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { endListing } from './end-listing.js';
import type { ListingReport } from './listing-report.js';
import { sweepListings } from './sweep-listings.js';

const [FIRST, SECOND] = ['a'.repeat(40), 'b'.repeat(40)];

describe('a schedule that checks for new commits', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  /** A schedule that is due, of a template of the same repository, and a runner for it. */
  async function watching(row: Partial<Schedule> = {}, template: Partial<Template> = {}): Promise<Schedule> {
    const on = await fixture.template(template);
    runner = await newRunner(fixture.source, { tags: template.runnerTag ? [template.runnerTag] : [] });
    return newSchedule(fixture.source, on, { repositoryId: on.repositoryId, ...row });
  }

  const read = ({ id }: Schedule) => fixture.source.getRepository(Schedule).findOneByOrFail({ id });
  const tasks = ({ id }: Schedule) => fixture.source.getRepository(Task).findBy({ scheduleId: id });
  const runs = ({ id }: Schedule) => fixture.source.getRepository(ScheduleRun).findBy({ scheduleId: id });
  const again = ({ id }: Schedule) =>
    fixture.source.query(`update schedule set next_due = now() - interval '1 s' where id = $1`, [id]);

  /** Fires what is due and takes the check, as a runner does. */
  async function check(): Promise<TakenListing> {
    await fireSchedules(fixture.engine, 'UTC');
    const [taken] = await takeListings(fixture.engine, runner.id, 4);
    return taken as TakenListing;
  }

  async function found(taken: TakenListing, part: Partial<ListingReport>): Promise<void> {
    const report = { id: taken.id, lease: taken.lease, branches: [], is_cut: false, problem: null, ...part };
    await endListing(fixture.engine, runner.id, report, 'UTC');
  }

  const head = (commit: string): { branches: ListedBranch[] } => ({ branches: [['main', commit]] });

  it('should start a task at each new commit of its branch, and none where there is no new one', async () => {
    const schedule = await watching();
    const taken = await check();
    expect(taken).toMatchObject({ branch: 'main', repository_id: schedule.repositoryId });
    expect(fixture.signals.woken).toEqual([runner.id]);
    expect(await tasks(schedule)).toEqual([]);
    await found(taken, head(FIRST));
    const [task] = await tasks(schedule);
    expect(task).toMatchObject({ status: 'waiting', trustedVariables: true });
    expect(await runs(schedule)).toMatchObject([{ result: 'started', taskId: task?.id, due: schedule.nextDue }]);
    expect(await read(schedule)).toMatchObject({ lastCommit: FIRST, checked: expect.any(Date), checkProblem: null });
    await again(schedule);
    await found(await check(), head(FIRST));
    expect(await tasks(schedule)).toHaveLength(1);
    await again(schedule);
    await found(await check(), head(SECOND));
    expect(await tasks(schedule)).toHaveLength(2);
  });

  it('should look at the branch of its template with a runner that has its tag', async () => {
    await watching({}, { gitBranch: 'release', runnerTag: 'inner' });
    const other = await newRunner(fixture.source);
    await fireSchedules(fixture.engine, 'UTC');
    expect(await takeListings(fixture.engine, other.id, 4)).toEqual([]);
    expect(await takeListings(fixture.engine, runner.id, 4)).toMatchObject([{ branch: 'release' }]);
  });

  it('should look with a default runner for a template without a tag, and with no runner beside it', async () => {
    await watching();
    const standard = await newRunner(fixture.source, { tags: ['inner'], isDefault: true });
    await fireSchedules(fixture.engine, 'UTC');
    expect(fixture.signals.woken).toEqual([standard.id]);
    expect(await takeListings(fixture.engine, runner.id, 4)).toEqual([]);
    expect(await takeListings(fixture.engine, standard.id, 4)).toHaveLength(1);
  });

  it('should keep the commit only with its task', async () => {
    const schedule = await watching({ taskParams: { environment: 7 } });
    await found(await check(), head(FIRST));
    expect([await tasks(schedule), await read(schedule)]).toMatchObject([[], { lastCommit: '', checkFailures: 1 }]);
    expect(await runs(schedule)).toMatchObject([{ result: 'failed' }]);
  });

  it('should show why a check failed, and wait longer with each failure', async () => {
    const schedule = await watching({ cronFormat: '* * * * *' });
    const why = sentProblem(problem('git_refused', { url: 'https://git.example/' }));
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      await again(schedule);
      await found(await check(), { problem: why });
      waits.push(((await read(schedule)).nextDue?.getTime() ?? 0) - Date.now());
    }
    expect(await read(schedule)).toMatchObject({ checkProblem: why, checkFailures: 3 });
    expect(waits[1]).toBeGreaterThan(100_000);
    expect(waits[2]).toBeGreaterThan(200_000);
    await again(schedule);
    await found(await check(), head(FIRST));
    expect(await read(schedule)).toMatchObject({ checkProblem: null, checkFailures: 0, lastCommit: FIRST });
  });

  it('should start nothing when it is not active any more, or leaves runs out while one has not ended', async () => {
    const paused = await watching();
    const taken = await check();
    await fixture.source.manager.update(Schedule, { id: paused.id }, { active: false, nextDue: null });
    await found(taken, head(FIRST));
    expect([await tasks(paused), (await read(paused)).lastCommit]).toEqual([[], '']);
    const busy = await watching({ overlapPolicy: 'skip' });
    const on = await fixture.source.query<Template[]>(
      'select id, project_id as "projectId" from template where id = $1',
      [busy.templateId],
    );
    await newTask(fixture.source, { ...on[0], app: 'bash', runnerTag: null } as Template, {
      scheduleId: busy.id,
      status: 'running',
    });
    await found(await check(), head(FIRST));
    expect([(await tasks(busy)).length, (await read(busy)).lastCommit]).toEqual([1, '']);
  });

  it('should take the report of the runner that holds the check, once', async () => {
    const schedule = await watching();
    const taken = await check();
    await expect(found({ ...taken, lease: '00000000-0000-4000-8000-000000000000' }, head(FIRST))).rejects.toThrow(
      'lost',
    );
    await Promise.allSettled([found(taken, head(FIRST)), found(taken, head(FIRST))]);
    expect(await tasks(schedule)).toHaveLength(1);
    expect(await takeListings(fixture.engine, runner.id, 4)).toEqual([]);
  });

  it('should be given to another runner when the lease is over, and be given up in the end', async () => {
    const schedule = await watching();
    const lapse = (): Promise<unknown> =>
      fixture.source.query(`update branch_listing set lease_until = now() - interval '1 s'`);
    await check();
    for (let i = 0; i < 2; i++) {
      await lapse();
      await sweepListings(fixture.engine, 'UTC');
      expect(await takeListings(fixture.engine, runner.id, 4)).toHaveLength(1);
    }
    await lapse();
    await sweepListings(fixture.engine, 'UTC');
    expect(await takeListings(fixture.engine, runner.id, 4)).toEqual([]);
    expect(await read(schedule)).toMatchObject({ checkProblem: { code: 'listing_lost' }, checkFailures: 1 });
  });

  it('should be listed once for all who want the branches, until that is a minute old', async () => {
    const { projectId, repositoryId } = await fixture.template();
    runner = await newRunner(fixture.source, { tags: ['other'] });
    const place = { projectId, repositoryId };
    const first = await requestBranches(fixture.engine, place);
    expect(first).toMatchObject({ ended: null });
    expect((await requestBranches(fixture.engine, place))?.id).toBe(first?.id);
    const [taken] = await takeListings(fixture.engine, runner.id, 4);
    expect(taken).toMatchObject({ branch: '' });
    await found(taken as TakenListing, { ...head(FIRST), is_cut: true });
    expect(fixture.signals.listings).toBe(1);
    expect(await requestBranches(fixture.engine, place)).toMatchObject({ branches: [['main', FIRST]], is_cut: true });
    expect(await takeListings(fixture.engine, runner.id, 4)).toEqual([]);
    await fixture.source.query(`update branch_listing set ended = now() - interval '2 min'`);
    expect(await requestBranches(fixture.engine, place)).toMatchObject({ ended: null });
    expect(await requestBranches(fixture.engine, { ...place, projectId: projectId + 1 })).toBeUndefined();
  });

  it('should be taken, and given up, without waiting for one that somebody holds', async () => {
    await watching();
    const held = await watching();
    await fireSchedules(fixture.engine, 'UTC');
    const hold = (work: () => Promise<void>): Promise<void> =>
      fixture.source.transaction(async (manager) => {
        await manager.query('select from branch_listing where schedule_id = $1 for update', [held.id]);
        await work();
      });
    await hold(async () => expect(await takeListings(fixture.engine, runner.id, 4)).toHaveLength(1));
    expect(await takeListings(fixture.engine, runner.id, 4)).toHaveLength(1);
    await fixture.source.query(`update branch_listing set requested = now() - interval '1 day', lease_until = now()`);
    await hold(() => sweepListings(fixture.engine, 'UTC'));
    expect((await read(held)).checkProblem).toBeNull();
    await sweepListings(fixture.engine, 'UTC');
    expect((await read(held)).checkProblem).toMatchObject({ code: 'listing_lost' });
  });
});
