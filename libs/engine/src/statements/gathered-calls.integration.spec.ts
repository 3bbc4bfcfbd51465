import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AttemptLease, TaskInput, type TaskStatus } from '@switchyard/contracts';
import { Integration, type Runner, Task, type Template } from '@switchyard/database';
import { newProject, newRunner } from '@switchyard/database/testing';
import { readAssignments } from '../runners/runner-assignments.js';
import { closeTogether } from '../life-cycle/close-task.js';
import { createTask } from '../launch/create-task.js';
import { launchTask } from '../launch/launch-task.js';
import { deleteOldTasks } from '../retention/delete-old-tasks.js';
import { expireDecisions } from '../plans/expire-decisions.js';
import { expireLeases } from '../leases/expire-leases.js';
import { explainWaiting } from '../dispatch/explain-waiting.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { LeaseRenewals } from '../leases/lease-renewals.js';
import { pollRunner } from '../runners/poll-runner.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { readSources } from '../launch/task-sources.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { HUNDRED, oneInAHundred, refuseRow } from '../testing/one-in-a-hundred.js';

const NO_LEASE = 'no lease';
const STATEMENT = {
  apps: [],
  version: '1',
  max_parallel_tasks: 0,
  instance: '',
  platform: '',
  paused_reason: null,
  paused_problem: null,
};

/** Work of many goes together. Data of one of them must not touch the others. */
describe('one poisoned among a hundred good ones', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let templates: Template[];
  const endings: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  beforeEach(async () => {
    runner = await newRunner(fixture.source);
    const projects = await Promise.all(Array.from({ length: 10 }, () => newProject(fixture.source)));
    templates = await Promise.all(
      projects.map(({ id: projectId }) => fixture.template({ projectId, allowParallelTasks: true })),
    );
  });
  afterEach(async () => {
    await Promise.all(endings.splice(0).map((end) => end()));
    await fixture.clear();
  });
  afterAll(() => fixture.drop());

  /** Tasks of ten projects, the poisoned one in the middle. */
  async function tasks(row: Partial<Task> = {}): Promise<{ good: number[]; bad: number }> {
    const rows = Array.from({ length: HUNDRED + 1 }, (_, i) => {
      const { id: templateId, projectId } = templates[i % templates.length] as Template;
      return { templateId, projectId, status: 'waiting' as TaskStatus, app: 'bash', ...row };
    });
    const saved = await fixture.source.getRepository(Task).save(rows);
    const ids = saved.map(({ id }) => id).sort((a, b) => a - b);
    const [bad] = ids.splice(HUNDRED / 2, 1);
    return { good: ids, bad: bad ?? 0 };
  }

  /** The same, with the runner, and the leases by task. */
  async function assigned() {
    const { good, bad } = await tasks();
    await fixture.assign();
    const rows = await fixture.source.query<(AttemptLease & { task: number })[]>(
      'select task_id as task, id as attempt, lease_id as lease from attempt',
    );
    const leases = new Map(rows.map(({ task, ...lease }) => [task, lease]));
    const leaseOf = (task: number): AttemptLease => leases.get(task) ?? { attempt: 0, lease: NO_LEASE };
    return {
      good,
      bad,
      leaseOf,
      at: (i: number) => leaseOf(good[i] ?? 0),
      damaged: { ...leaseOf(bad), lease: NO_LEASE },
    };
  }

  const report = {
    exit_code: 0,
    signal: null,
    reason: null,
    problem: null,
    lines: 0,
    bytes: 0,
    outcome: 'success',
  } as const;
  const refuse = async (id: number) => void endings.push(await refuseRow(fixture.source, 'task', id));
  const statusOf = async (ids: readonly number[]): Promise<TaskStatus[]> => {
    const rows = await fixture.source.query<{ status: TaskStatus }[]>(
      'select distinct status from task where id = any($1)',
      [ids],
    );
    return rows.map(({ status }) => status);
  };

  it('should be refused alone by polls', async () => {
    await oneInAHundred(
      async () => {
        const { id } = await newRunner(fixture.source);
        return pollRunner(fixture.engine, id, { ...STATEMENT, held: [] });
      },
      () => pollRunner(fixture.engine, runner.id, { ...STATEMENT, version: 'a\0b', held: [] }),
    );
  });

  it('should be refused alone by looks for assignments', async () => {
    const { at, damaged } = await assigned();
    const hands = (lease: AttemptLease) => ({ held: [{ ...lease, order: 'none' as const }] });
    const assignments = await oneInAHundred(
      (i) => readAssignments(fixture.engine, runner.id, hands(at(i))),
      () => readAssignments(fixture.engine, runner.id, hands(damaged)),
    );
    expect(assignments.every(({ jobs }) => jobs.length === HUNDRED)).toBe(true);
  });

  it('should be refused alone by heartbeats', async () => {
    const { at, damaged } = await assigned();
    const renewals = new LeaseRenewals(fixture.engine);
    const renew = (lease: AttemptLease) => renewals.renew(runner.id, [{ ...lease, order: 'none' }]);
    const directions = await oneInAHundred(
      (i) => renew(at(i)),
      () => renew(damaged),
    );
    expect(directions.every(({ stale }) => stale.length === 0)).toBe(true);
  });

  it('should be refused alone by starts', async () => {
    const { good, at, damaged } = await assigned();
    await oneInAHundred(
      (i) => startAttempt(fixture.engine, runner.id, at(i)),
      () => startAttempt(fixture.engine, runner.id, damaged),
    );
    expect(await statusOf(good)).toEqual(['running']);
  });

  it.each([
    ['whose lease is none', (held: AttemptLease) => ({ ...held, lease: NO_LEASE, ...report })],
    ['whose exit code is none', (held: AttemptLease) => ({ ...held, ...report, exit_code: 2 ** 40 })],
  ])('should be refused alone by ends, %s', async (_, poisoned) => {
    const { good, bad, at, leaseOf } = await assigned();
    await Promise.all([...good, bad].map((id) => startAttempt(fixture.engine, runner.id, leaseOf(id))));
    await oneInAHundred(
      (i) => finishAttempt(fixture.engine, runner.id, { ...at(i), ...report }),
      () => finishAttempt(fixture.engine, runner.id, poisoned(leaseOf(bad))),
    );
    expect([await statusOf(good), await statusOf([bad])]).toEqual([['success'], ['running']]);
  });

  it('should end with its reason, whatever text that holds', async () => {
    const { bad, leaseOf } = await assigned();
    await startAttempt(fixture.engine, runner.id, leaseOf(bad));
    await finishAttempt(fixture.engine, runner.id, {
      ...leaseOf(bad),
      ...report,
      outcome: 'error',
      reason: 'a\0\ud800b',
      problem: { code: 'of_tomorrow', params: { why: { code: 'x', params: { text: 'a\0\ud800b' } } } },
    });
    expect(await fixture.task(bad)).toMatchObject({
      status: 'error',
      endReason: 'a\ufffd\ufffdb',
      endProblem: { code: 'of_tomorrow', params: { why: { code: 'x', params: { text: 'a\ufffd\ufffdb' } } } },
    });
  });

  it('should be refused alone by closings', async () => {
    const { good, bad } = await tasks();
    const close = (taskId: number, exitCode: number) => {
      const closing = { taskId, exitCode, from: 'waiting', attemptNumber: 0, to: 'stopped' } as const;
      return closeTogether(fixture.engine, { ...closing, outcome: 'forced', end: null });
    };
    await oneInAHundred(
      (i) => close(good[i] ?? 0, 0),
      () => close(bad, 2 ** 40),
    );
    expect([await statusOf(good), await statusOf([bad])]).toEqual([['stopped'], ['waiting']]);
  });

  const circular: Record<string, unknown> = {};
  circular['itself'] = circular;
  it.each([
    ['text that cannot be stored', { environment: '\0' }],
    ['options that cannot be encoded', { params: circular }],
    ['an id that no row can have', { buildTaskId: 2 ** 40 }],
  ])('should be refused alone by launches, with %s', async (_, poisoned) => {
    const of = (i: number) => {
      const { id: templateId, projectId } = templates[i % templates.length] as Template;
      return { templateId, projectId };
    };
    const created = await oneInAHundred(
      (i) => createTask(fixture.engine, of(i)),
      () => createTask(fixture.engine, { ...of(0), ...poisoned }),
    );
    expect(await fixture.source.getRepository(Task).count()).toBe(HUNDRED);
    expect(new Set(created.map(({ id }) => id)).size).toBe(HUNDRED);
  });

  it('should be refused alone by launches of webhooks, each of which has one task however often it comes', async () => {
    const { id: templateId, projectId } = templates[0] as Template;
    const row = { projectId, templateId, name: 'I' };
    const { id: integrationId } = await fixture.source.getRepository(Integration).save(row);
    const input = TaskInput.parse({ template_id: templateId });
    const launch = (of: number, webhookKey: string) =>
      launchTask(
        fixture.engine,
        { kind: 'integration', integrationId: of },
        { projectId, input },
        { integrationId: of, webhookKey },
      );
    const launched = await oneInAHundred(
      (i) => launch(integrationId, `delivery ${i % 40}`),
      () => launch(999_999, 'of nothing'),
    );
    const ids = launched.map((each) => ('known' in each ? each.known.taskId : each.task.id));
    expect([
      ids.length,
      new Set(ids).size,
      await fixture.source.getRepository(Task).countBy({ integrationId }),
    ]).toEqual([HUNDRED, 40, 40]);
  });

  it('should be refused alone by looks for what launches are made from', async () => {
    const { id: templateId, projectId } = templates[0] as Template;
    await oneInAHundred(
      () => readSources(fixture.engine, { templateId, projectId }),
      () => readSources(fixture.engine, { templateId: 2 ** 40, projectId }),
    );
  });

  it('should not keep the others from their runners', async () => {
    const { good, bad } = await tasks();
    await fixture.source.query('update task set attempt_number = 32767 where id = $1', [bad]);
    expect(await fixture.assign()).toBe(HUNDRED);
    expect(await statusOf(good)).toEqual(['starting']);
    expect(await fixture.task(bad)).toMatchObject({
      status: 'error',
      endReason: expect.stringMatching(/^It cannot be given to a runner: .*out of range/),
    });
  });

  it('should not keep the others from their runners when it cannot even be ended', async () => {
    const { good, bad } = await tasks();
    await refuse(bad);
    expect(await fixture.assign()).toBe(HUNDRED);
    expect([await statusOf(good), await statusOf([bad])]).toEqual([['starting'], ['waiting']]);
  });

  it('should not keep others from their tasks when it is a runner', async () => {
    await tasks();
    const damaged = await newRunner(fixture.source);
    await fixture.source.query(`update runner set apps = '{"id":"bash"}' where id = $1`, [damaged.id]);
    expect(await fixture.assign()).toBe(HUNDRED + 1);
  });

  it('should not keep the leases of others from running out', async () => {
    const { good, bad } = await assigned();
    await refuse(bad);
    await fixture.expireAll();
    await expect(expireLeases(fixture.engine)).rejects.toThrow('leases that expired: 1 of 101 failed');
    expect([await statusOf(good), await statusOf([bad])]).toEqual([['waiting'], ['starting']]);
  });

  it('should not keep the plans of others from running out', async () => {
    const { good, bad } = await tasks({ status: 'waiting_confirmation', planned: new Date(0) });
    await refuse(bad);
    await expect(expireDecisions(fixture.engine, { minutes: 1, heldMinutes: 0 })).rejects.toThrow('1 of 101 failed');
    expect([await statusOf(good), await statusOf([bad])]).toEqual([['canceled'], ['waiting_confirmation']]);
  });

  it.each([
    ['age', { perTemplate: 0, maxAgeDays: 1 }],
    ['number', { perTemplate: 1, maxAgeDays: 0 }],
  ])('should not keep old tasks of others, by their %s', async (_, retention) => {
    const { bad } = await tasks({ status: 'error', ended: new Date(0) });
    await fixture.source.query('update template set tasks = 11');
    await refuse(bad);
    await expect(deleteOldTasks(fixture.engine, retention)).rejects.toThrow('1 of');
    const left = await fixture.source.getRepository(Task).find();
    expect(left).toHaveLength(retention.perTemplate * templates.length + 1);
    expect(left.map(({ id }) => id)).toContain(bad);
  });

  it('should not keep others from why they wait', async () => {
    const { good, bad } = await tasks({ tag: 'nobody' });
    await fixture.source.query(`update task set tag = 'alone' where id = $1`, [bad]);
    await refuse(bad);
    await expect(explainWaiting(fixture.engine)).rejects.toThrow('1 of 11 failed');
    const explained = await fixture.source.query<object[]>(
      `select 1 from task where id = any($1) and waiting_reason is not null`,
      [good],
    );
    expect(explained).toHaveLength(HUNDRED);
  });

  it('should not keep a build from its end, nor the other deploys from theirs', async () => {
    const build = await fixture.template({ type: 'build', startVersion: '1' });
    const deploy = { projectId: build.projectId, repositoryId: build.repositoryId, type: 'deploy' as const };
    const autorun = { ...deploy, buildTemplateId: build.id, autorun: true };
    const sound = await Promise.all(Array.from({ length: 10 }, () => fixture.template(autorun)));
    await fixture.template({ ...autorun, surveyVars: {} as never });
    const { id } = await createTask(fixture.engine, { projectId: build.projectId, templateId: build.id });
    await fixture.assign();
    await startAttempt(fixture.engine, runner.id, await fixture.lease(id));
    await finishAttempt(fixture.engine, runner.id, await fixture.report(id));
    expect((await fixture.task(id)).status).toBe('success');
    const deploys = await fixture.source.getRepository(Task).findBy({ buildTaskId: id });
    expect(deploys.map(({ templateId }) => templateId)).toEqual(expect.arrayContaining(sound.map((each) => each.id)));
  });
});
