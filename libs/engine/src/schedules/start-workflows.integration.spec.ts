import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Schedule, ScheduleRun, Task, WorkflowRun } from '@switchyard/database';
import { newWorkflowSchedule } from '@switchyard/database/testing';
import { EngineFixture } from '../testing/engine-fixture.js';
import { WorkflowFixture } from '../testing/workflow-fixture.js';
import { fireSchedules } from './fire-schedules.js';

const ago = (seconds: number): Date => new Date(Math.floor(Date.now() / 1000 - seconds) * 1000);

describe('schedules of workflows', () => {
  let fixture: EngineFixture;
  let at: WorkflowFixture;

  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  beforeEach(async () => {
    at = await WorkflowFixture.open(fixture, ['test']);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  const fire = () => fireSchedules(fixture.engine, 'UTC');
  const workflow = () => at.workflow(['build > test']);
  const schedule = async (row: Partial<Schedule> = {}, workflowId?: number) =>
    newWorkflowSchedule(fixture.source, { projectId: at.projectId, workflowId: workflowId ?? (await workflow()) }, row);
  const dueTimes = ({ id }: Schedule) =>
    fixture.source.getRepository(ScheduleRun).find({ where: { scheduleId: id }, order: { due: 'ASC' } });
  const runs = () => fixture.source.getRepository(WorkflowRun).find({ order: { id: 'ASC' } });
  const again = ({ id }: Schedule, seconds: number) =>
    fixture.source.query('update schedule set next_due = $2, active = true where id = $1', [id, ago(seconds)]);

  it('should start one run at the due time, which names its schedule and goes on as every run', async () => {
    const due = await schedule({ savedBy: at.userId });
    expect(await fire()).toMatchObject({ started: 1, failures: [] });
    const [run] = await runs();
    expect(run).toMatchObject({ workflowId: due.workflowId, scheduleId: due.id, userId: null, status: 'running' });
    expect(run?.scheduledBy).toBe(at.userId);
    expect(await dueTimes(due)).toMatchObject([{ result: 'started', runId: run?.id, taskId: null }]);
    expect((await at.stand(run?.id ?? 0)).nodes).toEqual({ build: 'running', test: 'pending' });
    await at.ends(run?.id ?? 0, 'build');
    expect((await at.stand(run?.id ?? 0)).nodes).toEqual({ build: 'success', test: 'running' });
  });

  it('should start each of several once, however many replicas look at the same moment', async () => {
    const workflowId = await workflow();
    for (let i = 0; i < 4; i += 1) {
      await schedule({}, workflowId);
    }
    const looks = await Promise.all([fire(), fire(), fire()]);
    expect(looks.flatMap(({ failures }) => failures)).toEqual([]);
    await fire();
    expect(await runs()).toHaveLength(4);
    expect(await fixture.source.getRepository(Task).count()).toBe(4);
  });

  it('should queue, leave out or stop while an earlier run has not ended', async () => {
    const policies = ['queue', 'skip', 'replace'] as const;
    const schedules: Schedule[] = [];
    for (const overlapPolicy of policies) {
      schedules.push(await schedule({ overlapPolicy }));
    }
    await fire();
    for (const each of schedules) {
      await again(each, 2);
    }
    await fire();
    const statuses = async ({ id }: Schedule) =>
      (await runs()).flatMap(({ scheduleId, status }) => (scheduleId === id ? [status] : []));
    expect(await Promise.all(schedules.map(statuses))).toEqual([
      ['running', 'running'],
      ['running'],
      ['stopping', 'running'],
    ]);
    const results = await Promise.all(schedules.map(dueTimes));
    expect(results.map((each) => each.map(({ result }) => result).toSorted())).toEqual([
      ['started', 'started'],
      ['skipped', 'started'],
      ['started', 'started'],
    ]);
  });

  it('should go on beside one whose graph does not fit this version', async () => {
    const damaged = await schedule();
    await fixture.source.query(`update workflow set edges = '[{"from": "none"}]' where id = $1`, [damaged.workflowId]);
    const whole = await schedule();
    expect((await fire()).failures).toEqual([]);
    expect([await dueTimes(damaged), await dueTimes(whole)]).toMatchObject([
      [{ result: 'failed', runId: null }],
      [{ result: 'started' }],
    ]);
    expect(await runs()).toHaveLength(1);
  });

  it('should go with their workflow', async () => {
    const { workflowId } = await schedule();
    await fixture.source.query('delete from workflow where id = $1', [workflowId]);
    expect(await fire()).toMatchObject({ started: 0, failures: [] });
  });
});
