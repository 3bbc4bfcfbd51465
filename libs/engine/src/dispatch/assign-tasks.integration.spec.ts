import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Project, Runner, Template } from '@switchyard/database';
import { newProject, newRunner, newTask } from '@switchyard/database/testing';
import { assignTasks } from './assign-tasks.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { ProjectRotation } from './project-rotation.js';

describe(assignTasks.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(() => fixture.clear());

  const assign = (rotation = new ProjectRotation()) => assignTasks(fixture.engine, rotation);
  const queue = async (template: Template, count: number) => {
    const ids: number[] = [];
    for (let i = 0; i < count; i++) {
      ids.push((await newTask(fixture.source, template)).id);
    }
    return ids;
  };
  const parallel = (row: Partial<Template> = {}) => fixture.template({ allowParallelTasks: true, ...row });
  const finish = async (taskId: number, runner: Runner) => {
    await startAttempt(fixture.engine, runner.id, await fixture.lease(taskId));
    await finishAttempt(fixture.engine, runner.id, await fixture.report(taskId));
  };

  it('should give a task to a runner with attempt, lease and log, and signal both', async () => {
    const runner = await newRunner(fixture.source);
    const [id = 0] = await queue(await fixture.template(), 1);
    expect(await assign()).toBe(1);
    expect(await fixture.task(id)).toMatchObject({
      status: 'starting',
      runnerId: runner.id,
      attemptNumber: 1,
      waitingReason: null,
    });
    expect(await fixture.attempt(id)).toMatchObject({
      number: 1,
      runnerId: runner.id,
      status: 'starting',
      order: 'none',
    });
    const logs: unknown = await fixture.source.query(
      'select l.lease_id = a.lease_id as same, next_line from attempt_log l join attempt a on a.id = l.attempt_id',
    );
    expect(logs).toEqual([{ same: true, next_line: 0 }]);
    expect(fixture.signals.woken).toEqual([runner.id]);
    expect(fixture.signals.updates).toMatchObject([{ task_id: id, status: 'starting', waiting_reason: null }]);
  });

  it('should assign all of a long queue in one call', async () => {
    await newRunner(fixture.source);
    await queue(await parallel(), 60);
    await queue(await parallel(), 5);
    for (let i = 0; i < 8; i++) {
      await queue(await parallel(), 12);
    }
    expect(await assign()).toBe(161);
    expect(await assign()).toBe(0);
  });

  it('should run one task of a template at a time, oldest first', async () => {
    const runner = await newRunner(fixture.source);
    const [first = 0, second = 0] = await queue(await fixture.template(), 2);
    await assign();
    await assign();
    expect(await fixture.statuses()).toEqual(['starting', 'waiting']);
    await finish(first, runner);
    await assign();
    expect((await fixture.task(second)).status).toBe('starting');
  });

  it('should hold the limit of the project, across its templates', async () => {
    await newRunner(fixture.source);
    const { id: projectId } = await newProject(fixture.source, { maxParallelTasks: 3 });
    await queue(await parallel({ projectId }), 3);
    await queue(await parallel({ projectId }), 3);
    expect(await assign()).toBe(3);
    await fixture.source.getRepository(Project).update(projectId, { maxParallelTasks: 4 });
    expect(await assign()).toBe(1);
  });

  it('should hold the lower of the two limits of a runner', async () => {
    await newRunner(fixture.source, { maxParallelTasks: 4, ownMaxParallelTasks: 2 });
    await newRunner(fixture.source, { maxParallelTasks: 1 });
    await queue(await parallel(), 10);
    expect(await assign()).toBe(3);
  });

  it('should pass over runners that are switched off, silent or never seen', async () => {
    await newRunner(fixture.source, { active: false });
    await newRunner(fixture.source, { touched: null });
    await newRunner(fixture.source, { touched: new Date(Date.now() - 60_000) });
    await queue(await parallel(), 1);
    expect(await assign()).toBe(0);
  });

  it('should give tasks without a tag to default runners alone, where there are any', async () => {
    const other = await newRunner(fixture.source);
    const usual = await newRunner(fixture.source, { isDefault: true, tags: ['gpu'], maxParallelTasks: 1 });
    const ids = await queue(await parallel(), 2);
    expect(await assign()).toBe(1);
    expect((await fixture.task(ids[0] ?? 0)).runnerId).toBe(usual.id);
    await fixture.source.getRepository(Runner).update(usual.id, { isDefault: false });
    expect(await assign()).toBe(1);
    expect((await fixture.task(ids[1] ?? 0)).runnerId).toBe(other.id);
  });

  it('should match tag, app and project', async () => {
    const template = await parallel({ runnerTag: 'gpu' });
    const [gpu = 0] = await queue(template, 1);
    const [plain = 0] = await queue(await parallel({ projectId: template.projectId }), 1);
    const [ansible = 0] = await queue(await parallel({ app: '', projectId: template.projectId }), 1);
    await newRunner(fixture.source, { tags: ['gpu'], projectId: (await newProject(fixture.source)).id });
    const tagged = await newRunner(fixture.source, { tags: ['dmz', 'gpu'] });
    const bash = await newRunner(fixture.source, { apps: [{ id: 'bash', version: '' }] });
    const own = await newRunner(fixture.source, {
      projectId: template.projectId,
      apps: [{ id: 'ansible', version: '' }],
    });
    expect(await assign()).toBe(3);
    const runners = await Promise.all([gpu, plain, ansible].map(async (id) => (await fixture.task(id)).runnerId));
    expect(runners).toEqual([tagged.id, bash.id, own.id]);
  });

  it('should find the tasks of the one project that a runner serves', async () => {
    await queue(await parallel(), 1);
    const middle = await parallel();
    await queue(middle, 1);
    await queue(await parallel(), 1);
    await newRunner(fixture.source, { projectId: middle.projectId });
    expect(await assign()).toBe(1);
    expect(await fixture.statuses()).toEqual(['waiting', 'starting', 'waiting']);
  });

  it('should reach a startable task behind many that no runner can take', async () => {
    await newRunner(fixture.source);
    const template = await parallel();
    await fixture.source.query(
      `insert into task (project_id, template_id, status, app) select $1, $2, 'waiting', 'tofu' from generate_series(1, 500)`,
      [template.projectId, template.id],
    );
    const [last = 0] = await queue(template, 1);
    expect(await assign()).toBe(1);
    expect((await fixture.task(last)).status).toBe('starting');
  });

  it('should start a task of a quiet project before a noisy neighbour is through', async () => {
    const runner = await newRunner(fixture.source, { maxParallelTasks: 1 });
    await queue(await parallel(), 20);
    const [quiet = 0] = await queue(await parallel(), 1);
    const rotation = new ProjectRotation();
    const order: number[] = [];
    for (let round = 0; round < 2; round++) {
      await assign(rotation);
      const [running] = await fixture.source.query<{ task_id: number }[]>(
        `select task_id from attempt where status = 'starting'`,
      );
      order.push(running?.task_id ?? 0);
      await finish(running?.task_id ?? 0, runner);
    }
    expect(order).toContain(quiet);
  });
});
