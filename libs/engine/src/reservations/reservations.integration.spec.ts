import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptLease } from '@switchyard/contracts';
import { type Runner, Reservation, type Template } from '@switchyard/database';
import { newRunner, newTask } from '@switchyard/database/testing';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { expireLeases } from '../leases/expire-leases.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { pollRunner } from '../runners/poll-runner.js';
import { readAssignments, type RunnerAssignments } from '../runners/runner-assignments.js';
import { EngineFixture } from '../testing/engine-fixture.js';

/** A runner that may have one attempt, as it describes itself. */
const REPORT = {
  apps: [{ id: 'bash', version: '5' }],
  version: 'test',
  max_parallel_tasks: 1,
  instance: 'one',
  platform: 'linux x64',
  paused_reason: null,
  paused_problem: null,
};

let fixture: EngineFixture;
let runner: Runner;
let template: Template;
let tasks: number[];

beforeAll(async () => (fixture = await EngineFixture.open()));
afterAll(() => fixture.drop());
beforeEach(async () => {
  ({ runner, template, tasks } = await fixture.busyRunner(1, 3));
});

const idOf = (place: number): number => tasks[place] ?? 0;
const statuses = () => fixture.statuses();
const look = (prepared?: AttemptLease[], of = runner): Promise<RunnerAssignments> =>
  readAssignments(fixture.engine, of.id, { held: [], prepared });
const change = (what: string) => fixture.source.query(`update runner set ${what} where id = $1`, [runner.id]);

/** The attempt that the runner may prepare, as it takes it. */
async function prepare(): Promise<AttemptLease> {
  const [reserved] = (await look([])).ahead;
  return { attempt: reserved?.attempt ?? 0, lease: reserved?.lease ?? '' };
}

async function finish(place: number): Promise<void> {
  await startAttempt(fixture.engine, runner.id, await fixture.lease(idOf(place)));
  await finishAttempt(fixture.engine, runner.id, await fixture.report(idOf(place)));
}

/** Whether the runner must discard what it prepares. */
async function isThrownAway(prepared: AttemptLease): Promise<boolean> {
  const { stale, ahead } = await look([prepared]);
  return stale.includes(prepared.attempt) && ahead.length === 0;
}

describe('a reservation', () => {
  it('should name the next task to a runner whose slots are taken, and leave the task waiting', async () => {
    const { ahead } = await look([]);
    expect(ahead).toEqual([
      { attempt: expect.any(Number), lease: expect.any(String), taskId: idOf(1), number: 1, seconds: 30 },
    ]);
    expect(await statuses()).toEqual(['starting', 'waiting', 'waiting']);
    const [reserved] = ahead;
    expect(await look([{ attempt: reserved?.attempt ?? 0, lease: reserved?.lease ?? '' }])).toMatchObject({
      ahead: [],
      stale: [],
    });
  });

  it('should not reach a runner that prepares nothing ahead', async () => {
    expect((await look()).ahead).toEqual([]);
  });

  it('should give the attempt its id and its lease, once the slot is free', async () => {
    const prepared = await prepare();
    await finish(0);
    await fixture.assign();
    expect(await fixture.lease(idOf(1))).toEqual(prepared);
    const { jobs, stale, ahead } = await look([prepared]);
    expect(jobs).toMatchObject([{ ...prepared, taskId: idOf(1), number: 1 }]);
    expect(stale).toEqual([]);
    expect(ahead).toMatchObject([{ taskId: idOf(2) }]);
  });

  it('should be void when another runner has a free slot first', async () => {
    const prepared = await prepare();
    const other = await newRunner(fixture.source, { maxParallelTasks: 1 });
    await fixture.assign();
    expect((await fixture.task(idOf(1))).runnerId).toBe(other.id);
    expect((await fixture.lease(idOf(1))).attempt).not.toBe(prepared.attempt);
    expect(await isThrownAway(prepared)).toBe(true);
  });

  it('should be void when its task is stopped, and wake the runner for that', async () => {
    const prepared = await prepare();
    fixture.signals.clear();
    await stopTask(fixture.engine, { projectId: template.projectId, taskId: idOf(1), force: false });
    expect(fixture.signals.woken).toEqual([runner.id]);
    expect(await isThrownAway(prepared)).toBe(true);
    await finish(0);
    await fixture.assign();
    expect(await statuses()).toEqual(['success', 'stopped', 'starting']);
  });

  it.each([
    ['it is switched off', 'active = false'],
    ['it drains', 'draining = true'],
    ['it is paused', `paused_reason = 'full disk'`],
    ['it is lost', `touched = now() - interval '1 h'`],
    ['its tags exclude the task', `tags = '{gpu}'`],
    ['its tool is gone', `apps = '[{"id": "ansible", "version": "12"}]'`],
  ])('should be void for a runner when %s', async (_, what) => {
    const prepared = await prepare();
    await change(what);
    expect(await isThrownAway(prepared)).toBe(true);
  });

  it('should be void for a runner that serves another project by now', async () => {
    const prepared = await prepare();
    await change(`project_id = ${(await fixture.template()).projectId}`);
    expect(await isThrownAway(prepared)).toBe(true);
  });

  it('should be void for a runner without tags once another one is the default', async () => {
    const prepared = await prepare();
    await newRunner(fixture.source, { isDefault: true, touched: null });
    expect(await isThrownAway(prepared)).toBe(true);
  });

  it('should hold beside the default of another project, and beside one that is switched off', async () => {
    const prepared = await prepare();
    await newRunner(fixture.source, { isDefault: true, projectId: template.projectId });
    await newRunner(fixture.source, { isDefault: true, active: false });
    expect(await isThrownAway(prepared)).toBe(false);
  });

  it('should hold for a default runner with tags, of a task without one', async () => {
    await change(`tags = '{gpu}', is_default = true`);
    const prepared = await prepare();
    expect(prepared.attempt).toBeGreaterThan(0);
    expect(await isThrownAway(prepared)).toBe(false);
  });

  it('should hold for a runner that has a container engine alone, of a task with an image', async () => {
    await change(`apps = '[{"id": "container/engine", "version": ""}]'`);
    await fixture.source.query(`update template set image = 'alpine'`);
    expect(await isThrownAway(await prepare())).toBe(false);
  });

  it('should be void while its project is being deleted', async () => {
    const prepared = await prepare();
    await fixture.source.query('update project set deleting = now() where id = $1', [template.projectId]);
    expect(await isThrownAway(prepared)).toBe(true);
  });

  it('should be void when its task is deleted with its template', async () => {
    const prepared = await prepare();
    await fixture.source.query('delete from template where id = $1', [template.id]);
    expect(await isThrownAway(prepared)).toBe(true);
  });

  it('should lapse, and the attempt get another lease then', async () => {
    const prepared = await prepare();
    await fixture.source.query(`update reservation set until = now() - interval '1 ms'`);
    expect(await isThrownAway(prepared)).toBe(true);
    await finish(0);
    await fixture.assign();
    expect(await fixture.lease(idOf(1))).not.toEqual(prepared);
    expect((await look([prepared])).stale).toEqual([prepared.attempt]);
  });

  it('should serve one attempt: a task that is queued again begins under another id', async () => {
    await stopTask(fixture.engine, { projectId: template.projectId, taskId: idOf(2), force: false });
    const prepared = await prepare();
    await finish(0);
    await fixture.assign();
    await fixture.expireAll();
    await expireLeases(fixture.engine);
    expect((await look([prepared])).stale).toEqual([prepared.attempt]);
    await fixture.assign();
    expect((await fixture.attempt(idOf(1))).number).toBe(2);
    expect((await fixture.lease(idOf(1))).attempt).not.toBe(prepared.attempt);
  });

  /** A runner of four slots that are busy, and as many tasks more than it can prepare. */
  async function crowd(): Promise<AttemptLease[]> {
    await fixture.clear();
    runner = await newRunner(fixture.source, { maxParallelTasks: 4 });
    template = await fixture.template({ allowParallelTasks: true });
    tasks = (await Promise.all(Array.from({ length: 12 }, () => newTask(fixture.source, template))))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);
    await fixture.assign();
    return (await look([])).ahead.map(({ attempt, lease }) => ({ attempt, lease }));
  }

  it('should be made for each slot of a runner whose tasks are short, in the order of the tasks', async () => {
    const prepared = await crowd();
    expect((await look([])).ahead.map(({ taskId }) => taskId)).toEqual(tasks.slice(4, 8));
    await finish(0);
    await finish(1);
    await fixture.assign();
    expect([await fixture.lease(idOf(4)), await fixture.lease(idOf(5))]).toEqual(prepared.slice(0, 2));
    const { ahead, stale } = await look(prepared);
    expect([ahead.map(({ taskId }) => taskId), stale]).toEqual([tasks.slice(8, 10), []]);
  });

  it('should be made for one slot of a runner whose tasks are long', async () => {
    await crowd();
    await finish(0);
    await fixture.source.query('delete from reservation');
    await fixture.source.query(`update attempt set created = now() - interval '1 min'`);
    await fixture.assign();
    expect((await look([])).ahead.map(({ taskId }) => taskId)).toEqual([idOf(5)]);
  });

  it('should end each by itself: what is stopped or taken by others leaves the rest as it was', async () => {
    const prepared = await crowd();
    await stopTask(fixture.engine, { projectId: template.projectId, taskId: idOf(5), force: false });
    const other = await newRunner(fixture.source, { maxParallelTasks: 1 });
    await fixture.assign();
    expect((await fixture.task(idOf(4))).runnerId).toBe(other.id);
    expect((await look(prepared)).stale).toEqual(prepared.slice(0, 2).map(({ attempt }) => attempt));
  });

  it('should be left to its runner by another that has prepared some itself', async () => {
    const prepared = await crowd();
    const other = await newRunner(fixture.source, { maxParallelTasks: 1 });
    await fixture.source.query('update reservation set runner_id = $1 where task_id = $2', [other.id, idOf(7)]);
    await fixture.assign();
    expect((await fixture.task(idOf(7))).runnerId).toBe(other.id);
    expect((await look(prepared.slice(0, 3))).stale).toEqual([]);
  });

  it('should be renewed when it has lapsed while the runner is full, and reach the runner at once', async () => {
    const prepared = await prepare();
    await fixture.source.query(`update reservation set until = now() - interval '1 ms'`);
    fixture.signals.clear();
    await fixture.assign();
    expect(fixture.signals.woken).toEqual([runner.id]);
    const { ahead, stale } = await look([prepared]);
    expect([ahead.map(({ taskId }) => taskId), stale]).toEqual([[idOf(1)], [prepared.attempt]]);
    expect(await fixture.source.getRepository(Reservation).count()).toBe(1);
    fixture.signals.clear();
    await fixture.assign();
    expect(fixture.signals.woken).toEqual([]);
  });

  it('should be made for a task that comes when every slot is taken', async () => {
    await fixture.source.query('delete from task where id <> $1', [idOf(0)]);
    const late = await newTask(fixture.source, template);
    await fixture.assign();
    expect((await look([])).ahead.map(({ taskId }) => taskId)).toEqual([late.id]);
  });

  it('should be made for a runner as long as its polls name what it has prepared', async () => {
    const report = { ...REPORT, held: [{ ...(await fixture.lease(idOf(0))), order: 'none' as const }] };
    const reserved = async (): Promise<number> => {
      await fixture.source.query('delete from reservation');
      await fixture.assign();
      return fixture.source.getRepository(Reservation).count();
    };
    await pollRunner(fixture.engine, runner.id, report);
    expect(await reserved()).toBe(0);
    await finish(0);
    expect(await reserved()).toBe(0);
    await pollRunner(fixture.engine, runner.id, { ...report, held: [], prepared: [] });
    expect(await reserved()).toBe(1);
  });

  it('should not be made for a task whose template runs one at a time', async () => {
    await fixture.clear();
    runner = await newRunner(fixture.source, { maxParallelTasks: 1 });
    const single = await fixture.template();
    await newTask(fixture.source, single);
    await newTask(fixture.source, single);
    await fixture.assign();
    expect(await fixture.source.getRepository(Reservation).count()).toBe(0);
  });

  it('should give its lease to nobody: a call with it is refused until the attempt is assigned', async () => {
    const prepared = await prepare();
    await expect(startAttempt(fixture.engine, runner.id, prepared)).rejects.toThrow();
    expect(await statuses()).toEqual(['starting', 'waiting', 'waiting']);
  });
});
