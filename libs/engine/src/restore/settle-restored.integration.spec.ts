import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import { Attempt, OutboxMessage, Runner, Schedule, ScheduleRun, Task, type Template } from '@switchyard/database';
import { newRunner, newSchedule, newTask } from '@switchyard/database/testing';
import { expireLeases } from '../leases/expire-leases.js';
import { fireSchedules } from '../schedules/fire-schedules.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { settleRestored } from './settle-restored.js';

describe(settleRestored.name, () => {
  let fixture: EngineFixture;
  let template: Template;
  beforeAll(async () => {
    fixture = await EngineFixture.open(4);
  });
  beforeEach(async () => {
    await fixture.clear();
    template = await fixture.template();
  });
  afterAll(() => fixture.drop());

  const settle = () => fixture.source.transaction((manager) => settleRestored(manager, 'UTC'));
  const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

  it('should end what a runner had or what waited for one, so that nothing runs a second time', async () => {
    const tasks: Task[] = [];
    for (const status of ['starting', 'running', 'stopping'] as const) {
      const runner = await newRunner(fixture.source);
      const task = await newTask(fixture.source, await fixture.template());
      await fixture.assign();
      await fixture.source.manager.update(Runner, { id: runner.id }, { active: false });
      await fixture.source.query('update task set status = $2 where id = $1', [task.id, status]);
      tasks.push(task);
    }
    tasks.push(
      await newTask(fixture.source, template),
      await newTask(fixture.source, template, { status: 'confirmed' }),
    );
    tasks.push(await newTask(fixture.source, template, { status: 'waiting_confirmation' }));
    tasks.push(await newTask(fixture.source, template, { status: 'success' }));

    expect(await settle()).toMatchObject({ tasks: 5 });
    const ends: TaskStatus[] = ['error', 'error', 'stopped', 'error', 'error', 'waiting_confirmation', 'success'];
    expect(await fixture.statuses()).toEqual(ends);
    expect((await fixture.task(tasks[1]?.id ?? 0)).endProblem).toMatchObject({ code: 'restored_from_backup' });
    expect(await fixture.source.manager.countBy(Attempt, { status: 'ended' })).toBe(3);
    expect([await fixture.assign(), await expireLeases(fixture.engine)]).toEqual([0, 0]);
  });

  it('should send nothing that was to be sent', async () => {
    const id = randomUUID();
    await fixture.source.manager.insert(OutboxMessage, { id, kind: 'runner_webhook', targetId: 1, payload: {} });
    expect(await settle()).toMatchObject({ deliveries: 1 });
    expect(await fixture.source.manager.findOneByOrFail(OutboxMessage, { id })).toMatchObject({
      status: 'dead',
      error: 'outdated',
    });
  });

  it('should start nothing for times that went by, also where a schedule makes up for them', async () => {
    const due = await newSchedule(fixture.source, template, { nextDue: ago(1), missedPolicy: 'run_once' });
    expect(await settle()).toMatchObject({ missed: 1 });
    expect(await fixture.source.manager.find(ScheduleRun)).toMatchObject([{ scheduleId: due.id, result: 'missed' }]);
    expect(await fireSchedules(fixture.engine, 'UTC')).toMatchObject({ started: 0, failures: [] });
    const { nextDue } = await fixture.source.manager.findOneByOrFail(Schedule, { id: due.id });
    expect(nextDue?.getTime()).toBeGreaterThan(Date.now());
  });
});
