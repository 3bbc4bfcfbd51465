import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newRunner } from '@switchyard/database/testing';
import { leaveRunner } from './leave-runner.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { pollRunner, type RunnerReport } from './poll-runner.js';

const statement = {
  apps: [{ id: 'bash', version: '5' }],
  version: '1.2',
  max_parallel_tasks: 3,
  instance: 'one',
  platform: 'linux x64',
  paused_reason: null,
  paused_problem: null,
  held: [],
};
let fixture: EngineFixture;
let id: number;

beforeAll(async () => (fixture = await EngineFixture.open()));
afterAll(() => fixture.drop());
beforeEach(async () => {
  await fixture.clear();
  ({ id } = await newRunner(fixture.source, { touched: null }));
});

const touch = (more: Partial<RunnerReport> = {}) => pollRunner(fixture.engine, id, { ...statement, ...more });
const ask = (request: string, ...projects: number[]) =>
  change(`clearing_projects = '{${projects.join()}}', clearing_request = '${request}'`);
const change = (what: string) => fixture.source.query(`update runner set ${what}`);

/** Whom people are signalled of because of the work. */
async function signalled(work: () => Promise<unknown>): Promise<number[]> {
  fixture.signals.clear();
  await work();
  return fixture.signals.changedRunners;
}

describe('a sign of life of a runner', () => {
  it('should be signalled to people when it changes what they see, and only then', async () => {
    expect(await signalled(touch)).toEqual([id]);
    expect(await signalled(touch)).toEqual([]);
    expect(await signalled(() => touch({ max_parallel_tasks: 4 }))).toEqual([id]);
    await change(`touched = now() - interval '1 h'`);
    expect(await signalled(() => touch({ max_parallel_tasks: 4 }))).toEqual([id]);
  });

  it('should store what separates its tasks, which an older runner does not report', async () => {
    const stored = async (): Promise<unknown> =>
      (await fixture.source.query<{ separation: unknown }[]>('select separation from runner where id = $1', [id]))[0]
        ?.separation;
    await touch({ separation: 'partial' });
    expect(await stored()).toBe('partial');
    await touch();
    expect(await stored()).toBeNull();
  });

  it('should be signalled when it is the first of another process', async () => {
    await touch();
    await change(`instance = ''`);
    expect(await signalled(touch)).toEqual([id]);
  });

  it('should be signalled when it is the first since the request to clear the caches', async () => {
    await touch();
    await change('cleaning_requested = now()');
    expect([await signalled(touch), await signalled(touch)]).toEqual([[id], []]);
  });

  it('should bring the projects whose caches are to be cleared until it names the request', async () => {
    await ask('first', 7);
    const clearing = async (projects_cleaned?: string | null) => (await touch({ projects_cleaned })).clearing;
    expect(await clearing(null)).toEqual({ request: 'first', projects: [7] });
    await ask('second', 7, 8);
    expect(await clearing('first')).toEqual({ request: 'second', projects: [7, 8] });
    expect([await clearing('second'), await clearing(null)]).toEqual([null, null]);
  });

  it('should be signalled when it reports that the caches of projects are cleared', async () => {
    await touch({ projects_cleaned: null });
    await ask('first', 7);
    const report = () => touch({ projects_cleaned: 'first' });
    expect(await signalled(() => touch({ projects_cleaned: null }))).toEqual([]);
    expect([await signalled(report), await signalled(report)]).toEqual([[id], []]);
  });

  it('should bring no projects to a runner that would clear the caches of all', async () => {
    await ask('first', 7);
    expect((await touch()).clearing).toBeNull();
    expect((await touch({ projects_cleaned: null })).clearing).not.toBeNull();
  });

  it('should be signalled when it is refused because another process holds the identity', async () => {
    await touch();
    expect(await signalled(() => touch({ instance: 'two' }).catch(() => undefined))).toEqual([id]);
  });

  it('should be signalled when it is the last', async () => {
    await touch();
    const leave = (instance: string) => leaveRunner(fixture.engine, id, { instance, over: false });
    expect([await signalled(() => leave('two')), await signalled(() => leave('one'))]).toEqual([[], [id]]);
  });
});
