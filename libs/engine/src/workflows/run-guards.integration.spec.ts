import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Task, WorkflowRun } from '@switchyard/database';
import { NotFoundError } from '../errors.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { WorkflowFixture } from '../testing/workflow-fixture.js';
import { decideApproval } from './approval.js';
import { retryRun } from './retry-run.js';
import { startRun } from './start-run.js';
import { skipNode } from './skip-node.js';
import { stopRun } from './stop-run.js';

const OK = { kind: 'approval', node: 'ok', role: 'manager' };

describe('what a run of a workflow refuses', () => {
  let fixture: EngineFixture;

  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  it('should be everything that another project asks', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const { userId, projectId } = await WorkflowFixture.open(fixture, []);
    const workflowId = await at.workflow(['build > ok'], [OK]);
    const runId = await at.start(workflowId);
    const before = await at.stand(runId);
    const { engine } = fixture;
    const by = { userId, permissions: 15 };
    const asked = [
      startRun(engine, { projectId, workflowId, userId, message: '' }),
      stopRun(engine, { projectId, runId, userId }),
      retryRun(engine, { projectId, runId, userId, node: null }),
      decideApproval(engine, { projectId, runId, node: 'ok', by, approves: true, reason: '' }),
      skipNode(engine, { projectId, runId, node: 'build', userId, reason: 'r' }),
    ];
    const settled = await Promise.allSettled(asked);
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(reasons).toEqual(asked.map(() => expect.any(NotFoundError)));
    expect(await at.stand(runId)).toEqual(before);
    expect(await fixture.source.getRepository(WorkflowRun).count()).toBe(1);
  });

  it('should be a decision about a node that it does not have, or that is a task', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const { projectId, userId } = at;
    const runId = await at.start(await at.workflow(['build > ok'], [OK]));
    const decide = (node: string) =>
      decideApproval(fixture.engine, {
        projectId,
        runId,
        node,
        by: { userId, permissions: 15 },
        approves: true,
        reason: '',
      });
    await expect(decide('none')).rejects.toThrow(NotFoundError);
    await expect(decide('build')).rejects.toMatchObject({ problem: { code: 'approval_not_asked' } });
    expect((await at.stand(runId)).nodes).toEqual({ build: 'running', ok: 'pending' });
  });

  it('should be a stop and a decision after its end', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const { projectId, userId } = at;
    const runId = await at.start(await at.workflow(['build > ok'], [OK]));
    await at.ends(runId, 'build');
    await stopRun(fixture.engine, { projectId, runId, userId });
    const stopped = { run: 'stopped', nodes: { build: 'success', ok: 'stopped' } };
    expect(await at.stand(runId)).toEqual(stopped);
    await expect(stopRun(fixture.engine, { projectId, runId, userId })).rejects.toMatchObject({
      problem: { code: 'run_over' },
    });
    const late = { projectId, runId, node: 'ok', by: { userId, permissions: 15 }, approves: true, reason: '' };
    await expect(decideApproval(fixture.engine, late)).rejects.toMatchObject({
      problem: { code: 'approval_not_asked' },
    });
    expect(await at.stand(runId)).toEqual(stopped);
  });

  it('should be a second retry beside the first', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const { projectId, userId } = at;
    const runId = await at.start(await at.workflow([]));
    await at.ends(runId, 'build', 'error');
    const retry = () => retryRun(fixture.engine, { projectId, runId, userId, node: null });
    const settled = await Promise.allSettled([retry(), retry(), retry()]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const nodes = await at.nodes(runId);
    expect(nodes.map(({ node, attempt }) => [node, attempt])).toEqual([
      ['build', 1],
      ['build', 2],
    ]);
    expect(await fixture.source.getRepository(Task).count()).toBe(2);
  });

  it('should be a node whose row is gone, for which no advance waits', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const runId = await at.start(await at.workflow(['build > ok'], [OK]));
    await fixture.source.query(`delete from workflow_node_run where node = 'ok'`);
    await at.ends(runId, 'build');
    expect(await at.stand(runId)).toEqual({ run: 'running', nodes: { build: 'success' } });
  });

  it('should be a skip of an approval, and of what has not failed', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const { projectId, userId } = at;
    const runId = await at.start(await at.workflow(['build > ok'], [OK]));
    const skip = (node: string) => skipNode(fixture.engine, { projectId, runId, node, userId, reason: 'r' });
    await expect(skip('build')).rejects.toMatchObject({ problem: { code: 'run_not_over' } });
    await at.ends(runId, 'build');
    await expect(skip('ok')).rejects.toMatchObject({ problem: { code: 'node_not_skipped' } });
    await expect(skip('none')).rejects.toThrow(NotFoundError);
    await stopRun(fixture.engine, { projectId, runId, userId });
    await expect(skip('ok')).rejects.toMatchObject({ problem: { code: 'node_not_skipped' } });
    await expect(skip('build')).rejects.toMatchObject({ problem: { code: 'run_not_failed' } });
    expect((await at.stand(runId)).nodes).toEqual({ build: 'success', ok: 'stopped' });
  });

  it('should be a retry where nothing failed', async () => {
    const at = await WorkflowFixture.open(fixture, []);
    const { projectId, userId } = at;
    const runId = await at.start(await at.workflow([]));
    await at.ends(runId, 'build');
    await expect(retryRun(fixture.engine, { projectId, runId, userId, node: null })).rejects.toMatchObject({
      problem: { code: 'run_not_failed' },
    });
    expect(await at.stand(runId)).toEqual({ run: 'success', nodes: { build: 'success' } });
  });
});
