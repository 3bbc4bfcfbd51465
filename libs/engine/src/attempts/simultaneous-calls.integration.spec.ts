import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Runner, TaskEvent } from '@switchyard/database';
import { newProject, newRunner, newTask } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { readAssignments } from '../runners/runner-assignments.js';
import { LeaseLostError } from '../errors.js';
import { finishAttempt } from './finish-attempt.js';
import { startAttempt } from './start-attempt.js';
import { EngineFixture } from '../testing/engine-fixture.js';

/** Calls that arrive together share their statements; none may notice. */
describe('calls of runners at the same moment', () => {
  let fixture: EngineFixture;
  let runners: Runner[];
  let tasks: number[];
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    await fixture.clear();
    const project = await newProject(fixture.source);
    runners = [await newRunner(fixture.source), await newRunner(fixture.source)];
    const template = await fixture.template({ projectId: project.id, allowParallelTasks: true });
    tasks = [];
    for (let i = 0; i < 6; i++) {
      tasks.push((await newTask(fixture.source, template)).id);
    }
    await fixture.assign();
    fixture.signals.clear();
  });

  const steps = async (taskId: number, kind: TaskEvent['kind']): Promise<TaskEvent[]> =>
    fixture.source.getRepository(TaskEvent).findBy({ taskId, kind });
  const runnerOf = async (taskId: number): Promise<number> => (await fixture.attempt(taskId)).runnerId;
  const start = async (taskId: number) =>
    startAttempt(fixture.engine, await runnerOf(taskId), await fixture.lease(taskId));

  it('should give each runner its own jobs', async () => {
    const assignments = await Promise.all(runners.map(({ id }) => readAssignments(fixture.engine, id, { held: [] })));
    for (const [i, { jobs }] of assignments.entries()) {
      const owners = await Promise.all(jobs.map(({ taskId }) => runnerOf(taskId)));
      expect(new Set(owners)).toEqual(new Set([runners[i]?.id]));
    }
    expect(assignments.flatMap(({ jobs }) => jobs.map(({ taskId }) => taskId)).sort()).toEqual(tasks);
    expect(await steps(tasks[0] ?? 0, 'claimed')).toHaveLength(1);
  });

  it('should start each attempt once, for its own runner and lease', async () => {
    const [first = 0, second = 0, third = 0] = tasks;
    const lease = await fixture.lease(first);
    const owner = await runnerOf(first);
    const stranger = runners.find(({ id }) => id !== owner)?.id ?? 0;
    const answers = await Promise.allSettled([
      startAttempt(fixture.engine, stranger, lease),
      startAttempt(fixture.engine, owner, { ...lease, lease: randomUUID() }),
      startAttempt(fixture.engine, owner, lease),
      startAttempt(fixture.engine, owner, lease),
      start(second),
      start(third),
    ]);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason))).toEqual([
      expect.any(LeaseLostError),
      expect.any(LeaseLostError),
      'none',
      'none',
      'none',
      'none',
    ]);
    expect(await fixture.statuses()).toEqual(['running', 'running', 'running', 'starting', 'starting', 'starting']);
    for (const task of [first, second, third]) {
      const attempt = await fixture.attempt(task);
      expect(await steps(task, 'started')).toMatchObject([{ attemptId: attempt.id, runnerId: attempt.runnerId }]);
    }
  });

  it('should not wait for a task that somebody else has locked', async () => {
    const [locked = 0, other = 0] = tasks;
    let waiting: Promise<unknown> = Promise.resolve();
    await fixture.source.transaction(async (manager) => {
      await manager.query('select from task where id = $1 for update', [locked]);
      waiting = start(locked);
      await eventually(async () => {
        const found: unknown[] = await manager.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(found.length).toBeGreaterThan(0);
      });
      expect(await start(other)).toBe('none');
      expect((await fixture.task(locked)).status).toBe('starting');
    });
    expect(await waiting).toBe('none');
  });

  it('should end each task as its own runner reports it, and once', async () => {
    await Promise.all(tasks.map(start));
    const reports = await Promise.all(
      tasks.map((task, i) =>
        fixture.report(task, i % 2 === 0 ? { exit_code: i } : { outcome: 'error', exit_code: i, reason: `fault ${i}` }),
      ),
    );
    const owners = await Promise.all(tasks.map(runnerOf));
    const finishes = [...reports, ...reports].map((report, i) =>
      finishAttempt(fixture.engine, owners[i % owners.length] ?? 0, report),
    );
    await Promise.all(finishes);
    for (const [i, task] of tasks.entries()) {
      const failed = i % 2 === 1;
      const end = { status: failed ? 'error' : 'success', exitCode: i, endReason: failed ? `fault ${i}` : null };
      expect(await fixture.task(task)).toMatchObject(end);
      const attempt = await fixture.attempt(task);
      expect(attempt).toMatchObject({ status: 'ended', outcome: failed ? 'error' : 'success' });
      expect(await steps(task, 'finished')).toMatchObject([{ attemptId: attempt.id, toStatus: end.status }]);
    }
    const open = await fixture.source.query('select from attempt_log where lease_id is not null');
    expect(open).toHaveLength(0);
  });
});
