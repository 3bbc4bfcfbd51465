import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROLE_PERMISSIONS } from '@switchyard/contracts';
import { AlertFacts } from '@switchyard/contracts';
import { Event, OutboxMessage, Project, Task, type WorkflowNodeRun } from '@switchyard/database';
import { newUser } from '@switchyard/database/testing';
import { AlertWriter } from '../alerts/alert-writer.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { WorkflowFixture } from '../testing/workflow-fixture.js';
import { advanceRuns, untilNodeDue } from './advance-runs.js';
import { decideApproval } from './approval.js';
import { retryRun } from './retry-run.js';
import { skipNode } from './skip-node.js';
import { stopRun } from './stop-run.js';

const OK = { kind: 'approval', node: 'ok', role: 'manager', deadline_minutes: 60 };
const LINE = ['build > ok', 'ok > deploy', 'ok > rescue: failure'];
const HOUR_MS = 3_600_000;

describe('nodes that wait', () => {
  let fixture: EngineFixture;
  let at: WorkflowFixture;
  let approver: { userId: number; permissions: number };

  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  beforeEach(async () => {
    at = await WorkflowFixture.open(fixture, ['deploy', 'rescue']);
    approver = { userId: (await newUser(fixture.source)).id, permissions: ROLE_PERMISSIONS.manager };
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  /** A run that waits for its approval. */
  async function asked(): Promise<number> {
    const runId = await at.start(await at.workflow(LINE, [OK]));
    await at.ends(runId, 'build');
    return runId;
  }

  const decide = (runId: number) =>
    decideApproval(fixture.engine, {
      projectId: at.projectId,
      runId,
      node: 'ok',
      by: approver,
      approves: true,
      reason: '',
    });

  /** The time of what waits comes so many milliseconds from now. */
  const comes = (ms: number) =>
    fixture.source.query(
      `update workflow_node_run set due = clock_timestamp() + $1 * interval '1 ms' where status = 'waiting'`,
      [ms],
    );

  async function last(runId: number, node: string): Promise<WorkflowNodeRun | undefined> {
    return (await at.nodes(runId)).findLast((each) => each.node === node);
  }

  it('should know when that ends, from when they began', async () => {
    expect(await untilNodeDue(fixture.engine)).toBeNull();
    const ok = await last(await asked(), 'ok');
    expect((ok?.due?.getTime() ?? 0) - (ok?.started?.getTime() ?? 0)).toBe(HOUR_MS);
    const ms = (await untilNodeDue(fixture.engine)) ?? 0;
    expect([ms > HOUR_MS - 60_000, ms <= HOUR_MS]).toEqual([true, true]);
    await comes(-1);
    expect(await untilNodeDue(fixture.engine)).toBeNull();
  });

  it('should fail when nobody has decided in time, and go on by the edge on failure', async () => {
    const runId = await asked();
    expect(await advanceRuns(fixture.engine)).toBe(0);
    await comes(-1);
    expect(await advanceRuns(fixture.engine)).toBe(1);
    expect(await at.stand(runId)).toMatchObject({
      run: 'running',
      nodes: { ok: 'failed', deploy: 'skipped', rescue: 'running' },
    });
    expect(await last(runId, 'ok')).toMatchObject({ decidedBy: null, issues: [{ code: 'approval_overdue' }] });
    await at.ends(runId, 'rescue');
    expect((await at.stand(runId)).run).toBe('success');
  });

  /** What people learn: the activities of the project, and the alerts, each written by several at once. */
  async function learnt(): Promise<{ activities: (string | null)[]; alerts: AlertFacts[] }> {
    const writers = [1, 2].map(() => new AlertWriter(fixture.engine, { server: [1], chats: [], mail: false }));
    await Promise.all(writers.map((each) => each.run()));
    const events = await fixture.source.getRepository(Event).find({ order: { id: 'ASC' } });
    const messages = await fixture.source.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });
    return {
      activities: events.flatMap(({ objectType, description }) => (objectType === 'workflow_run' ? [description] : [])),
      alerts: messages.map(({ payload }) => AlertFacts.parse(payload)).filter(({ run }) => run !== null),
    };
  }

  it('should be known to people when they begin to wait, and when nobody has decided in time', async () => {
    await fixture.source.manager.update(Project, { id: at.projectId }, { alert: true });
    const due = fixture.signals.missed;
    const runId = await asked();
    expect(fixture.signals.missed).toBeGreaterThan(due);
    const waits = `Run ${runId} of workflow w waits for approval: ok`;
    const run = { id: runId, workflow: 'w', node: 'ok', message: '', deadline: expect.any(String) };
    const first = await learnt();
    expect(first).toMatchObject({ activities: [waits], alerts: [{ event: 'approval', run, reason: null }] });
    await comes(-1);
    await advanceRuns(fixture.engine);
    const overdue = `Run ${runId} of workflow w: nobody decided about ok before the deadline`;
    expect(await learnt()).toMatchObject({
      activities: [waits, overdue],
      alerts: [{ event: 'approval' }, { event: 'approval_overdue', run, problem: { code: 'approval_overdue' } }],
    });
    expect((await learnt()).alerts).toHaveLength(2);
  });

  it('should alert nobody about what is decided or stopped before, nor in a project without alerts', async () => {
    await asked();
    expect((await learnt()).alerts).toEqual([]);
    await fixture.source.manager.update(Project, { id: at.projectId }, { alert: true });
    await decide(await asked());
    const runId = await asked();
    await stopRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId });
    expect((await learnt()).alerts).toEqual([]);
  });

  it('should take no decision after their time, also before the run goes on', async () => {
    const runId = await asked();
    await comes(-1);
    await expect(decide(runId)).rejects.toMatchObject({ problem: { code: 'approval_overdue' } });
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'waiting', deploy: 'pending' });
    await advanceRuns(fixture.engine);
    await expect(decide(runId)).rejects.toMatchObject({ problem: { code: 'approval_not_asked' } });
  });

  it('should keep a decision that came in time', async () => {
    const runId = await asked();
    await decide(runId);
    await fixture.source.query(`update workflow_node_run set due = now() - interval '1 day' where due is not null`);
    expect(await advanceRuns(fixture.engine)).toBe(0);
    expect((await at.stand(runId)).nodes).toMatchObject({ ok: 'success', deploy: 'running' });
  });

  it('should end one way where a decision and the deadline meet', async () => {
    for (let i = 0; i < 6; i += 1) {
      const runId = await asked();
      await comes(i);
      const settled = await Promise.allSettled([
        decide(runId),
        ...Array.from({ length: 3 }, () => advanceRuns(fixture.engine)),
        decide(runId),
      ]);
      const decisions = [settled.at(0), settled.at(-1)].filter((each) => each?.status === 'fulfilled').length;
      await comes(-1);
      await advanceRuns(fixture.engine);
      expect((await at.stand(runId)).nodes).toMatchObject(
        decisions === 1 ? { ok: 'success', rescue: 'skipped' } : { ok: 'failed', deploy: 'skipped' },
      );
      expect(decisions).toBeLessThanOrEqual(1);
      await stopRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId });
    }
    expect(await fixture.source.getRepository(Task).count()).toBe(12);
  });

  it('should let what follows a delay start when its time is over, once', async () => {
    const rest = { kind: 'delay', node: 'rest', delay_minutes: 5 };
    const runId = await at.start(
      await at.workflow(['build > rest', 'rest > deploy', 'rest > rescue: failure'], [rest]),
    );
    await at.ends(runId, 'build');
    const { due, started } = (await last(runId, 'rest')) ?? {};
    expect((due?.getTime() ?? 0) - (started?.getTime() ?? 0)).toBe(5 * 60_000);
    expect(await advanceRuns(fixture.engine)).toBe(0);
    expect((await at.stand(runId)).nodes).toMatchObject({ rest: 'waiting', deploy: 'pending' });
    await comes(-1);
    const looks = await Promise.all(Array.from({ length: 3 }, () => advanceRuns(fixture.engine)));
    expect(looks.reduce((one, other) => one + other)).toBe(1);
    expect((await at.stand(runId)).nodes).toMatchObject({ rest: 'success', deploy: 'running', rescue: 'skipped' });
  });

  it('should be skipped with a reason, once, as what failed is when the run is over', async () => {
    const rest = { kind: 'delay', node: 'rest', delay_minutes: 5 };
    const runId = await at.start(await at.workflow(['rest > rescue', 'build > rescue', 'build > deploy'], [rest]));
    const { userId } = approver;
    const skip = (node: string) =>
      skipNode(fixture.engine, { projectId: at.projectId, runId, node, userId, reason: 'no need' });
    const settled = await Promise.allSettled([skip('rest'), skip('rest')]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await at.stand(runId)).nodes).toMatchObject({ rest: 'success', rescue: 'pending' });
    expect(await last(runId, 'rest')).toMatchObject({ decidedBy: userId, reason: 'no need', due: null });
    await at.ends(runId, 'build', 'error');
    expect(await at.stand(runId)).toMatchObject({ run: 'failed', nodes: { rescue: 'skipped' } });
    await skip('build');
    expect(await at.stand(runId)).toMatchObject({ run: 'running', nodes: { build: 'success', rescue: 'running' } });
    expect(await last(runId, 'build')).toMatchObject({ attempt: 2, taskId: null, decidedBy: userId });
    expect(await last(runId, 'deploy')).toMatchObject({ status: 'failed', issues: [{ code: 'node_task_gone' }] });
    await at.ends(runId, 'rescue');
    expect((await at.stand(runId)).run).toBe('failed');
  });

  it('should take no decision about a delay', async () => {
    const rest = { kind: 'delay', node: 'ok', delay_minutes: 5 };
    const runId = await at.start(await at.workflow([], [rest]));
    await expect(decide(runId)).rejects.toMatchObject({ problem: { code: 'approval_not_asked' } });
  });

  it('should be stopped with their run, and fail no more', async () => {
    const runId = await asked();
    await stopRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId });
    await fixture.source.query(`update workflow_node_run set due = now() - interval '1 day' where due is not null`);
    expect(await advanceRuns(fixture.engine)).toBe(0);
    expect(await at.stand(runId)).toMatchObject({ run: 'stopped', nodes: { ok: 'stopped' } });
  });

  it('should have their whole time again after a retry', async () => {
    const runId = await asked();
    await comes(-1);
    await advanceRuns(fixture.engine);
    await at.ends(runId, 'rescue');
    expect(await at.stand(runId)).toMatchObject({ run: 'success', nodes: { ok: 'failed' } });
    await retryRun(fixture.engine, { projectId: at.projectId, runId, userId: at.userId, node: null });
    expect(await advanceRuns(fixture.engine)).toBe(0);
    const ok = await last(runId, 'ok');
    expect(ok).toMatchObject({ attempt: 2, status: 'waiting' });
    expect((ok?.due?.getTime() ?? 0) - (ok?.started?.getTime() ?? 0)).toBe(HOUR_MS);
  });
});
