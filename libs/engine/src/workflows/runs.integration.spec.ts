import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROLE_PERMISSIONS } from '@switchyard/contracts';
import { Task, Workflow, WorkflowDecision, WorkflowNodeRun, WorkflowRun } from '@switchyard/database';
import { newUser } from '@switchyard/database/testing';
import { RunRefusedError } from '../errors.js';
import { createTask } from '../launch/create-task.js';
import { settleRestored } from '../restore/settle-restored.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { WorkflowFixture } from '../testing/workflow-fixture.js';
import { advanceRuns } from './advance-runs.js';
import { decideApproval } from './approval.js';
import { deleteOldWorkflowRuns } from './delete-old-runs.js';
import { retryRun } from './retry-run.js';
import { stopRun } from './stop-run.js';

const OK = { kind: 'approval', node: 'ok', role: 'manager', four_eyes: true, reason_required: true };
const LINE = ['build > test', 'test > ok', 'ok > deploy', 'test > rescue: failure'];

describe('runs of workflows', () => {
  let fixture: EngineFixture;
  let at: WorkflowFixture;

  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function line(): Promise<number> {
    at = await WorkflowFixture.open(fixture, ['test', 'deploy', 'rescue']);
    return at.start(await at.workflow(LINE, [OK]));
  }

  /** Somebody of the project decides. */
  async function decide(
    runId: number,
    approves: boolean,
    by: Partial<{ userId: number; role: 'manager' | 'guest' }> = {},
  ) {
    const userId = by.userId ?? (await newUser(fixture.source)).id;
    const approver = { userId, permissions: ROLE_PERMISSIONS[by.role ?? 'manager'] };
    const { projectId } = at;
    await decideApproval(fixture.engine, {
      projectId,
      runId,
      node: 'ok',
      by: approver,
      approves,
      reason: 'looks fine',
    });
    return userId;
  }

  const newBuild = () => ({ projectId: at.projectId, templateId: at.template('build').id });

  const refusal = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(RunRefusedError);
    return error instanceof RunRefusedError ? error.problem.code : '';
  };

  it('should build, test, ask and deploy what was built', async () => {
    const runId = await line();
    expect(await at.stand(runId)).toEqual({
      run: 'running',
      nodes: { build: 'running', test: 'pending', ok: 'pending', deploy: 'pending', rescue: 'pending' },
    });
    await at.ends(runId, 'build');
    await at.ends(runId, 'test');
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'waiting', rescue: 'skipped', deploy: 'pending' });
    const userId = await decide(runId, true);
    const nodes = await at.nodes(runId);
    expect(nodes.find(({ node }) => node === 'ok')).toMatchObject({ decidedBy: userId, reason: 'looks fine' });
    expect(await fixture.task(await at.taskOf(runId, 'deploy'))).toMatchObject({
      status: 'waiting',
      userId: at.userId,
      buildTaskId: await at.taskOf(runId, 'build'),
    });
    await at.ends(runId, 'deploy');
    expect((await at.stand(runId)).run).toBe('success');
    expect(await fixture.source.getRepository(Task).count()).toBe(3);
  });

  it('should take the branch for failures, and end well when that does', async () => {
    const runId = await line();
    await at.ends(runId, 'build');
    await at.ends(runId, 'test', 'error');
    expect((await at.stand(runId)).nodes).toMatchObject({ rescue: 'running', ok: 'skipped', deploy: 'skipped' });
    await at.ends(runId, 'rescue');
    expect((await at.stand(runId)).run).toBe('success');
  });

  it('should fail with a node that nobody handles', async () => {
    const runId = await line();
    await at.ends(runId, 'build', 'error');
    expect(await at.stand(runId)).toEqual({
      run: 'failed',
      nodes: { build: 'failed', test: 'skipped', ok: 'skipped', deploy: 'skipped', rescue: 'skipped' },
    });
  });

  it('should fail with a launch that is refused, and say why', async () => {
    at = await WorkflowFixture.open(fixture, ['test']);
    await fixture.source.query(`update template set type = 'deploy' where id = $1`, [at.template('test').id]);
    const runId = await at.start(await at.workflow(['build > test']));
    await at.ends(runId, 'build');
    expect((await at.stand(runId)).run).toBe('failed');
    const failed = (await at.nodes(runId)).find(({ node }) => node === 'test');
    expect(failed).toMatchObject({ taskId: null, issues: [{ code: expect.any(String) }] });
  });

  it('should start each node once, however many look and however often', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `t${i}`);
    at = await WorkflowFixture.open(fixture, [...names, 'last']);
    const workflow = await at.workflow([
      ...names.map((name) => `build > ${name}`),
      ...names.map((name) => `${name} > last`),
    ]);
    const runIds = [await at.start(workflow), await at.start(workflow), await at.start(workflow)];
    const look = () => Promise.all(Array.from({ length: 4 }, () => advanceRuns(fixture.engine)));
    for (const [i, runId] of runIds.entries()) {
      await at.end(runId, 'build');
      expect((await look()).reduce((a, b) => a + b)).toBe(names.length);
      await look();
      expect(await fixture.source.getRepository(Task).count()).toBe(runIds.length + names.length * (i + 1));
    }
    for (const runId of runIds) {
      for (const name of names) {
        await at.end(runId, name);
      }
      expect((await look()).reduce((a, b) => a + b)).toBe(1);
      await at.end(runId, 'last');
      await look();
      expect((await at.stand(runId)).run).toBe('success');
    }
  });

  it('should lose nothing and repeat nothing when an advance ends halfway', async () => {
    const runId = await line();
    await at.end(runId, 'build');
    const broken = { ...fixture.engine, quota: { refusals: () => Promise.reject(new Error('gone')) } };
    await expect(advanceRuns(broken)).rejects.toThrow(AggregateError);
    expect((await at.stand(runId)).nodes).toMatchObject({ build: 'running', test: 'pending' });
    expect([await advanceRuns(fixture.engine), await advanceRuns(fixture.engine)]).toEqual([1, 0]);
  });

  it('should advance many with the statements of one', async () => {
    at = await WorkflowFixture.open(fixture, ['test']);
    const workflow = await at.workflow(['build > test']);
    const advanced = async (runs: number): Promise<number> => {
      for (let i = 0; i < runs; i += 1) {
        await at.end(await at.start(workflow), 'build');
      }
      const logged = jest.spyOn(fixture.source.logger, 'logQuery');
      expect(await advanceRuns(fixture.engine)).toBe(runs);
      const { length } = logged.mock.calls;
      logged.mockRestore();
      return length;
    };
    const one = await advanced(1);
    process.stdout.write(`figure: workflows, ${one} statements advance up to 25 runs\n`);
    expect(await advanced(8)).toBe(one);
  });

  it('should go on beside one that is damaged', async () => {
    at = await WorkflowFixture.open(fixture, ['test']);
    const [whole, damaged] = [await at.workflow(['build > test']), await at.workflow(['build > test'])];
    const runIds = [await at.start(whole), await at.start(damaged)];
    await fixture.source.query(`update workflow_version set graph = '{}' where workflow_id = $1`, [damaged]);
    for (const runId of runIds) {
      await at.end(runId, 'build');
    }
    await expect(advanceRuns(fixture.engine)).rejects.toThrow(AggregateError);
    expect((await at.stand(runIds[0] ?? 0)).nodes).toMatchObject({ build: 'success', test: 'running' });
  });

  it('should advance those alone whose tasks are named', async () => {
    at = await WorkflowFixture.open(fixture, ['test']);
    const workflow = await at.workflow(['build > test']);
    const [one, other] = [await at.start(workflow), await at.start(workflow)];
    const tasks = [await at.end(one, 'build'), await at.end(other, 'build')];
    expect(await advanceRuns(fixture.engine, tasks.slice(0, 1))).toBe(1);
    expect((await at.stand(other)).nodes).toMatchObject({ build: 'running', test: 'pending' });
    expect(await advanceRuns(fixture.engine, tasks)).toBe(1);
  });

  it('should let one of several decide, once', async () => {
    const runId = await line();
    await at.ends(runId, 'build');
    await at.ends(runId, 'test');
    const decisions = await Promise.allSettled([decide(runId, true), decide(runId, false), decide(runId, true)]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(decide(runId, true))).toBe('approval_not_asked');
    expect(await fixture.source.getRepository(Task).count()).toBeLessThanOrEqual(3);
  });

  /** A run that waits for several people. */
  async function askedOf(needed: number): Promise<number> {
    at = await WorkflowFixture.open(fixture, ['deploy', 'rescue']);
    const edges = ['ok > deploy', 'ok > rescue: failure'];
    return at.start(await at.workflow(edges, [{ ...OK, approvals_needed: needed }]));
  }

  it('should go on once as many people have approved as it needs, each of whom counts once', async () => {
    const runId = await askedOf(2);
    const first = await decide(runId, true);
    expect(await refusal(decide(runId, true, { userId: first }))).toBe('approval_given');
    expect(await refusal(decide(runId, false, { userId: first }))).toBe('approval_given');
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'waiting', deploy: 'pending' });
    const second = await decide(runId, true);
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'success', deploy: 'running', rescue: 'skipped' });
    const decisions = await fixture.source.getRepository(WorkflowDecision).find({ order: { created: 'ASC' } });
    expect(decisions).toMatchObject(
      [first, second].map((userId) => ({
        runId,
        node: 'ok',
        attempt: 1,
        userId,
        approves: true,
        reason: 'looks fine',
      })),
    );
  });

  it('should count people who approve at once, and start what follows once', async () => {
    const runId = await askedOf(2);
    const settled = await Promise.allSettled(Array.from({ length: 4 }, () => decide(runId, true)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'success', deploy: 'running' });
    expect(await fixture.source.getRepository(WorkflowDecision).count()).toBe(2);
  });

  it('should be ended by one who rejects, and count from the beginning after a retry', async () => {
    const runId = await askedOf(3);
    const userId = await decide(runId, true);
    await decide(runId, false);
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'failed', deploy: 'skipped', rescue: 'running' });
    await at.ends(runId, 'build');
    await at.ends(runId, 'rescue');
    await retryRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId, node: 'ok' });
    await decide(runId, true, { userId });
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'waiting' });
  });

  it('should be decided by one where its graph was kept before several could', async () => {
    const runId = await askedOf(2);
    await fixture.source.query(`update workflow_version set graph = graph #- '{nodes,3,approvals_needed}'`);
    await decide(runId, true);
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'success' });
  });

  it('should be decided by those who may, with a reason', async () => {
    const runId = await line();
    expect(await refusal(decide(runId, true))).toBe('approval_not_asked');
    await at.ends(runId, 'build');
    await at.ends(runId, 'test');
    expect(await refusal(decide(runId, true, { role: 'guest' }))).toBe('approval_not_yours');
    expect(await refusal(decide(runId, true, { userId: at.userId }))).toBe('approval_starter');
    const { id: userId } = await newUser(fixture.source);
    const silent = { projectId: at.projectId, runId, node: 'ok', by: { userId, permissions: 15 }, approves: true };
    expect(await refusal(decideApproval(fixture.engine, { ...silent, reason: '' }))).toBe('approval_reason');
    await decide(runId, false);
    expect(await at.stand(runId)).toMatchObject({ run: 'failed', nodes: { ok: 'failed', deploy: 'skipped' } });
  });

  it('should stop each task that lives, and start nothing any more', async () => {
    at = await WorkflowFixture.open(fixture, ['one', 'two', 'after']);
    const runId = await at.start(await at.workflow(['one > after: always', 'two > after: always']));
    await fixture.assign();
    await stopRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId });
    expect((await at.stand(runId)).run).toBe('stopping');
    const tasks = await fixture.source.getRepository(Task).find();
    expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(['stopping']));
    for (const name of ['build', 'one', 'two']) {
      await at.end(runId, name, 'stopped');
    }
    await advanceRuns(fixture.engine);
    expect(await at.stand(runId)).toEqual({
      run: 'stopped',
      nodes: { build: 'stopped', one: 'stopped', two: 'stopped', after: 'stopped' },
    });
    expect(await fixture.source.getRepository(Task).count()).toBe(3);
  });

  it('should leave out a task that is removed while it is stopped', async () => {
    at = await WorkflowFixture.open(fixture, ['one']);
    const runId = await at.start(await at.workflow([]));
    await fixture.source.query(
      `create function remove_other() returns trigger language plpgsql as $$
         begin delete from task where id = ${await at.taskOf(runId, 'one')}; return null; end $$;
       create trigger remove_other after update on task for each row
         when (new.status = 'stopped' and new.id = ${await at.taskOf(runId, 'build')}) execute function remove_other()`,
    );
    await stopRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId });
    await fixture.source.query('drop trigger remove_other on task; drop function remove_other');
    expect(await fixture.source.getRepository(Task).count()).toBe(1);
    await advanceRuns(fixture.engine);
    expect(await at.stand(runId)).toEqual({ run: 'stopped', nodes: { build: 'stopped', one: 'failed' } });
  });

  it('should go on to stop what a stop that ended halfway has left', async () => {
    const runId = await line();
    await fixture.source.query(`update workflow_run set status = 'stopping' where id = $1`, [runId]);
    await advanceRuns(fixture.engine);
    expect(await fixture.task(await at.taskOf(runId, 'build'))).toMatchObject({ status: 'stopped' });
    await advanceRuns(fixture.engine);
    expect((await at.stand(runId)).run).toBe('stopped');
  });

  it('should begin again at what failed, with what succeeded before it', async () => {
    const runId = await line();
    const retry = { projectId: at.projectId, runId, userId: at.userId, node: null };
    expect(await refusal(retryRun(fixture.engine, retry))).toBe('run_not_over');
    await at.ends(runId, 'build');
    const build = await at.taskOf(runId, 'build');
    await at.ends(runId, 'test', 'error');
    await at.ends(runId, 'rescue', 'error');
    expect(await refusal(retryRun(fixture.engine, { ...retry, node: 'build' }))).toBe('run_not_failed');
    await retryRun(fixture.engine, { ...retry, node: 'test' });
    expect(await at.stand(runId)).toEqual({
      run: 'running',
      nodes: { build: 'success', test: 'running', ok: 'pending', deploy: 'pending', rescue: 'pending' },
    });
    await at.ends(runId, 'test');
    await decide(runId, true);
    expect(await fixture.task(await at.taskOf(runId, 'deploy'))).toMatchObject({ buildTaskId: build });
    await at.ends(runId, 'deploy');
    expect((await at.stand(runId)).run).toBe('success');
  });

  it('should ask somebody else than who retried it', async () => {
    const runId = await line();
    await at.ends(runId, 'build');
    await at.ends(runId, 'test');
    await decide(runId, false);
    const { id: userId } = await newUser(fixture.source);
    await retryRun(fixture.engine, { projectId: at.projectId, runId, userId, node: null });
    expect(await refusal(decide(runId, true, { userId }))).toBe('approval_starter');
  });

  it('should fail a node whose task is gone', async () => {
    const runId = await line();
    const task = await at.end(runId, 'build');
    await fixture.source.query('delete from task where id = $1', [task]);
    await advanceRuns(fixture.engine);
    expect(await at.stand(runId)).toMatchObject({ run: 'failed', nodes: { build: 'failed' } });
  });

  it('should deploy no other build than the one that was approved', async () => {
    const runId = await line();
    await at.ends(runId, 'build');
    await at.ends(runId, 'test');
    const [older, newer] = [await at.taskOf(runId, 'build'), await createTask(fixture.engine, newBuild())];
    await fixture.source.query(`update task set status = 'success' where id = $1`, [newer.id]);
    await fixture.source.query('delete from task where id = $1', [older]);
    await decide(runId, true);
    expect(await at.stand(runId)).toMatchObject({ run: 'failed', nodes: { deploy: 'failed' } });
  });

  it('should start nothing in a project that is being deleted', async () => {
    const runId = await line();
    await at.end(runId, 'build');
    await fixture.source.query('update project set deleting = now() where id = $1', [at.projectId]);
    expect(await advanceRuns(fixture.engine)).toBe(0);
    expect((await at.stand(runId)).nodes).toMatchObject({ test: 'pending' });
  });

  describe('by what tasks have published', () => {
    const VERSION = { name: 'version', expression: 'nodes.build.outputs.version' };
    const ASKS = { kind: 'condition', node: 'asks', expression: 'nodes.build.outputs.version.startsWith("2.")' };

    /** A run whose build has published outputs and ended. */
    async function built(published: object[], members: object = {}): Promise<number> {
      at = await WorkflowFixture.open(fixture, ['test', 'rescue']);
      const ways = ['build > asks', 'asks > test', 'asks > rescue: failure'];
      const runId = await at.start(
        await at.workflow(ways, [{ ...ASKS, ...members }], { test: { variables: [VERSION] } }),
      );
      const taskId = await at.end(runId, 'build');
      await fixture.source.query(
        `insert into task_outputs (task_id, attempt_id, outputs) select $1, max(id), $2 from attempt where task_id = $1`,
        [taskId, JSON.stringify(published)],
      );
      await advanceRuns(fixture.engine);
      return runId;
    }
    const output = (value: string | null) => ({ name: 'version', type: 'string', secret: value === null, value });
    const failureOf = async (runId: number, node: string) =>
      (await at.nodes(runId)).find((each) => each.node === node)?.issues;

    it('should go the way of a condition that is true, with variables', async () => {
      const runId = await built([output('2.1')]);
      expect((await at.stand(runId)).nodes).toMatchObject({ asks: 'success', test: 'running', rescue: 'skipped' });
      const { environment } = await fixture.task(await at.taskOf(runId, 'test'));
      expect(JSON.parse(environment)).toEqual({ version: '2.1' });
    });

    it('should go the other way where it is false, end well, and not decide again', async () => {
      const runId = await built([output('1.9')]);
      expect((await at.stand(runId)).nodes).toMatchObject({ asks: 'unmet', test: 'skipped', rescue: 'running' });
      await at.ends(runId, 'rescue', 'error');
      await retryRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId, node: null });
      await at.ends(runId, 'rescue');
      expect(await at.stand(runId)).toMatchObject({ run: 'success', nodes: { asks: 'unmet' } });
      expect((await at.nodes(runId)).filter(({ node }) => node === 'asks')).toHaveLength(1);
    });

    it.each([
      ['nothing is published', [], 'expression_output', { node: 'build', output: 'version' }],
      ['it is secret', [output(null)], 'expression_secret', { node: 'build', output: 'version' }],
      ['it is too large', [output('2'.repeat(32_768))], 'expression_size', {}],
    ])('should fail where %s', async (_, published, code, params) => {
      const runId = await built(published);
      expect(await at.stand(runId)).toMatchObject({ run: 'failed', nodes: { asks: 'failed', rescue: 'skipped' } });
      expect(await failureOf(runId, 'asks')).toMatchObject([{ code, params }]);
    });

    it('should start no task whose variable has no value, and say which', async () => {
      const runId = await built([], { expression: 'true' });
      expect(await at.stand(runId)).toMatchObject({ run: 'failed', nodes: { asks: 'success', test: 'failed' } });
      const problem = { code: 'expression_output' };
      expect(await failureOf(runId, 'test')).toMatchObject([
        { code: 'variable_failed', params: { name: 'version', problem } },
      ]);
    });
  });

  it('should be stopped by a restore, so that nothing starts because it ends the tasks', async () => {
    const runId = await line();
    await fixture.source.transaction((manager) => settleRestored(manager, 'UTC'));
    expect(await at.stand(runId)).toMatchObject({ run: 'stopped', nodes: { build: 'stopped', test: 'stopped' } });
    expect(await advanceRuns(fixture.engine)).toBe(0);
  });

  it('should keep the graph that they began with', async () => {
    const runId = await line();
    const { manager } = fixture.source;
    const { workflowId } = await manager.findOneByOrFail(WorkflowRun, { id: runId });
    await at.start(workflowId);
    await manager.update(Workflow, workflowId, { edges: [] });
    const later = await at.start(workflowId);
    const runs = await manager.find(WorkflowRun, { order: { id: 'ASC' } });
    expect(runs.map(({ version }) => version)).toEqual([1, 1, 2]);
    expect((await at.stand(later)).nodes).toMatchObject({ build: 'running', test: 'running', ok: 'waiting' });
    await at.ends(runId, 'build');
    expect((await at.stand(runId)).nodes).toMatchObject({ test: 'running', ok: 'pending' });
  });

  it('should be removed long after their end', async () => {
    const runId = await line();
    await at.ends(runId, 'build', 'error');
    expect(await deleteOldWorkflowRuns(fixture.engine)).toBe(0);
    await fixture.source.query(`update workflow_run set ended = now() - interval '91 days' where id = $1`, [runId]);
    expect(await deleteOldWorkflowRuns(fixture.engine)).toBe(1);
    expect(await fixture.source.getRepository(WorkflowRun).count()).toBe(0);
    expect(await fixture.source.getRepository(WorkflowNodeRun).count()).toBe(0);
  });
});
