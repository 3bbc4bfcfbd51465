import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ConcurrencyPolicy, MAX_QUEUED_RUNS } from '@switchyard/contracts';
import { Task, WorkflowRun } from '@switchyard/database';
import { newWorkflowSchedule } from '@switchyard/database/testing';
import { fireSchedules } from '../schedules/fire-schedules.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { WorkflowFixture } from '../testing/workflow-fixture.js';
import { advanceRuns } from './advance-runs.js';
import { retryRun } from './retry-run.js';
import { stopRun } from './stop-run.js';

describe('runs of a workflow while another has not ended', () => {
  let fixture: EngineFixture;
  let at: WorkflowFixture;

  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  beforeEach(async () => {
    at = await WorkflowFixture.open(fixture, []);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function workflow(concurrency: ConcurrencyPolicy): Promise<number> {
    const id = await at.workflow([]);
    await fixture.source.query('update workflow set concurrency = $2 where id = $1', [id, concurrency]);
    return id;
  }
  const statuses = async () =>
    (await fixture.source.getRepository(WorkflowRun).find({ order: { id: 'ASC' } })).map(({ status }) => status);
  const tasks = () => fixture.source.getRepository(Task).count();
  const by = (runId: number) => ({ projectId: at.projectId, runId, userId: at.userId });

  it('should start one after the other, in their order, once each, however many look', async () => {
    const queued = await workflow('queue');
    const runIds = await Promise.all(Array.from({ length: 4 }, () => at.start(queued)));
    runIds.sort((one, other) => one - other);
    expect(await statuses()).toEqual(['running', 'queued', 'queued', 'queued']);
    const second = await fixture.source.getRepository(WorkflowRun).findOneByOrFail({ id: runIds[1] });
    expect(second).toMatchObject({ started: null, ended: null });
    for (const [i, runId] of runIds.entries()) {
      expect(await tasks()).toBe(i + 1);
      const task = await at.end(runId, 'build', i % 2 === 0 ? 'success' : 'error');
      await Promise.all([advanceRuns(fixture.engine, [task]), ...[1, 2, 3].map(() => advanceRuns(fixture.engine))]);
    }
    expect(await statuses()).toEqual(['success', 'failed', 'success', 'failed']);
    expect(await tasks()).toBe(4);
  });

  it('should start the next when the one before is stopped, and leave out one that is stopped while it waits', async () => {
    const queued = await workflow('queue');
    const [first, second, third] = [await at.start(queued), await at.start(queued), await at.start(queued)];
    await stopRun(fixture.engine, by(second));
    expect(await statuses()).toEqual(['running', 'stopped', 'queued']);
    await stopRun(fixture.engine, by(first));
    await advanceRuns(fixture.engine);
    expect(await statuses()).toEqual(['stopped', 'stopped', 'running']);
    await expect(stopRun(fixture.engine, by(second))).rejects.toMatchObject({ problem: { code: 'run_over' } });
    await retryRun(fixture.engine, { ...by(first), node: null });
    expect(await statuses()).toEqual(['queued', 'stopped', 'running']);
    await at.ends(third, 'build');
    expect(await statuses()).toEqual(['running', 'stopped', 'success']);
  });

  it('should find those that a process left behind which ended before it started them', async () => {
    const queued = await workflow('queue');
    await at.start(queued);
    await at.start(queued);
    await fixture.source.query(`update workflow_run set status = 'success', ended = now() where status = 'running'`);
    await advanceRuns(fixture.engine);
    expect(await statuses()).toEqual(['success', 'running']);
  });

  it('should stop the one before, and begin after its end', async () => {
    const replacing = await workflow('replace');
    const first = await at.start(replacing);
    await fixture.assign();
    await at.start(replacing);
    expect(await statuses()).toEqual(['stopping', 'queued']);
    const third = await at.start(replacing);
    expect(await statuses()).toEqual(['stopping', 'stopped', 'queued']);
    await at.end(first, 'build', 'stopped');
    await advanceRuns(fixture.engine);
    expect(await statuses()).toEqual(['stopped', 'stopped', 'running']);
    await expect(retryRun(fixture.engine, { ...by(first), node: null })).rejects.toMatchObject({
      problem: { code: 'workflow_busy' },
    });
    await at.ends(third, 'build');
    expect((await at.stand(third)).run).toBe('success');
  });

  it('should not start, by people and schedules alike', async () => {
    const skipping = await workflow('skip');
    const first = await at.start(skipping);
    const refused = { problem: { code: 'workflow_busy' } };
    await expect(at.start(skipping)).rejects.toMatchObject(refused);
    const due = { projectId: at.projectId, workflowId: skipping };
    await newWorkflowSchedule(fixture.source, due);
    expect(await fireSchedules(fixture.engine, 'UTC')).toMatchObject({ failures: [] });
    const [{ result } = { result: '' }] =
      await fixture.source.query<{ result: string }[]>('select * from schedule_run');
    expect([result, await statuses()]).toEqual(['skipped', ['running']]);
    await at.ends(first, 'build', 'error');
    const settled = await Promise.allSettled([at.start(skipping), at.start(skipping), at.start(skipping)]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('should wait in a bounded number, and start at once when the workflow lets them', async () => {
    const queued = await workflow('queue');
    await at.start(queued);
    await at.start(queued);
    await fixture.source.query(
      `with more as (
         insert into workflow_run (project_id, workflow_id, version, status)
           select project_id, workflow_id, 1, 'queued' from workflow_run, generate_series(2, $1) where status = 'queued'
         returning id)
       insert into workflow_node_run (run_id, node, attempt, status) select id, 'build', 1, 'skipped' from more`,
      [MAX_QUEUED_RUNS],
    );
    await expect(at.start(queued)).rejects.toMatchObject({ problem: { code: 'workflow_queue_full' } });
    await newWorkflowSchedule(fixture.source, { projectId: at.projectId, workflowId: queued });
    await fireSchedules(fixture.engine, 'UTC');
    const [due] = await fixture.source.query<object[]>('select result, issues from schedule_run');
    expect(due).toMatchObject({ result: 'refused', issues: [{ code: 'workflow_queue_full' }] });
    await fixture.source.query(`update workflow set concurrency = 'parallel'`);
    await advanceRuns(fixture.engine);
    expect(new Set(await statuses())).toEqual(new Set(['running', 'success']));
  });
});
