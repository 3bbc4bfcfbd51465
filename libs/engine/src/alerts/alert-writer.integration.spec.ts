import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AlertDelivery, AlertFacts, type DriftStatus, type TaskStatus } from '@switchyard/contracts';
import {
  AlertChannel,
  OutboxMessage,
  Project,
  ProjectMember,
  ScheduleRun,
  TaskError,
  type Template,
  Template as Templates,
} from '@switchyard/database';
import { newInventory, newRunner, newSchedule, newTask, newUser } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import { appendLog } from '../log/append-log.js';
import { closeTask } from '../life-cycle/close-task.js';
import { chunkOf } from '../testing/chunks.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { AlertWriter } from './alert-writer.js';
import { sendTestAlert } from './test-alert.js';

const SLACK = 1;
const TELEGRAM = 3;

describe(AlertWriter.name, () => {
  let fixture: EngineFixture;
  let template: Template;
  let projectId: number;

  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  beforeEach(async () => {
    await fixture.clear();
    template = await fixture.template();
    projectId = template.projectId;
    await fixture.source.manager.update(Project, { id: projectId }, { alert: true });
  });
  afterAll(() => fixture.drop());

  const writer = (targets = { server: [SLACK, TELEGRAM], chats: [TELEGRAM], mail: true }) =>
    new AlertWriter(fixture.engine, targets);
  const channel = (row: Partial<AlertChannel>) =>
    fixture.source.manager.save(
      fixture.source.manager.create(AlertChannel, { projectId, name: 'c', type: 'slack', events: ['failure'], ...row }),
    );
  const member = async (alert: boolean) => {
    const { id: userId } = await newUser(fixture.source, { alert });
    await fixture.source.manager.insert(ProjectMember, { projectId, userId, role: 'guest' });
    return userId;
  };

  /** A task that ends, without the bookkeeping of an attempt. */
  async function end(to: TaskStatus, code = 'exit_code', row: object = {}): Promise<number> {
    const started = new Date(Date.now() - 60_000);
    const task = await newTask(fixture.source, template, { status: 'running', started, ...row });
    const end = { reason: 'exit code 1', problem: { code, params: { code: 1 } } };
    await closeTask(fixture.source.manager, {
      taskId: task.id,
      attemptNumber: 0,
      from: 'running',
      outcome: 'error',
      to: to as 'error',
      end: to === 'error' ? end : null,
    });
    return task.id;
  }

  const written = async () =>
    (await fixture.source.getRepository(OutboxMessage).find())
      .map(({ kind, targetId, payload }) => [kind, targetId, AlertFacts.parse(payload).event] as const)
      .toSorted((one, other) => one.join().localeCompare(other.join()));
  /** Open transactions of other specs on the same server delay what is settled. */
  const eventuallyWritten = (expected: unknown[], by = [writer()]) =>
    eventually(async () => {
      await Promise.all(by.map((each) => each.run()));
      expect(await written()).toEqual(expected);
    });

  it('should give each delivery an id that the contract takes for one', async () => {
    await channel({});
    await Promise.all(Array.from({ length: 8 }, () => end('error')));
    await eventually(async () => {
      await writer().run();
      expect(await written()).toHaveLength(16);
    });
    const ids = (await fixture.source.getRepository(OutboxMessage).find()).map(({ id }) => id);
    expect(ids.filter((id) => !AlertDelivery.shape.id.safeParse(id).success)).toEqual([]);
  });

  it('should write one delivery for each target that wants the event, however many write at once', async () => {
    const wants = await channel({ events: ['failure', 'success'] });
    await channel({ events: ['success'] });
    await channel({ active: false });
    const [mailed] = [await member(true), await member(false), (await newUser(fixture.source, { alert: true })).id];
    const admin = await newUser(fixture.source, { alert: true, admin: true });
    await newUser(fixture.source, { alert: true, admin: true, external: true, email: 'no address' });
    await end('error');
    await end('stopped');
    const expected = [
      ['alert_channel', wants.id, 'failure'],
      ['alert_server', SLACK, 'failure'],
      ['alert_user', mailed, 'failure'],
      ['alert_user', admin.id, 'failure'],
    ];
    const writers = [1, 2, 3].map(() => writer());
    await eventuallyWritten(expected, writers);
    await Promise.all(writers.map((each) => each.run()));
    expect(await written()).toEqual(expected);
    expect(fixture.signals.deliveries).toBeGreaterThan(0);
    expect(fixture.signals.lists).toContainEqual({ projectId, of: 'alerts' });
    await fixture.source.query('update "user" set alert = false');
  });

  it('should write it once when the event is handled a second time', async () => {
    await end('error');
    await eventuallyWritten([['alert_server', SLACK, 'failure']]);
    await fixture.source.query(`delete from setting where key = 'alerts.cursor'`);
    const late = writer();
    await eventually(async () => {
      await late.run();
      expect(await fixture.source.query(`select from setting where key = 'alerts.cursor'`)).toHaveLength(1);
    });
    expect(await written()).toHaveLength(1);
  });

  it('should distinguish what failed from a runner that was lost, and mail no success', async () => {
    await member(true);
    await end('error', 'runner_lost');
    await end('success');
    await eventuallyWritten([
      ['alert_server', SLACK, 'runner_lost'],
      ['alert_server', SLACK, 'success'],
      ['alert_user', expect.any(Number), 'runner_lost'],
    ]);
  });

  it('should reach the Telegram chat of a project whose server has none', async () => {
    await fixture.source.manager.update(Project, { id: projectId }, { alertChat: '-100' });
    await end('error');
    await eventuallyWritten([
      ['alert_server', SLACK, 'failure'],
      ['alert_server', TELEGRAM, 'failure'],
    ]);
  });

  it('should write nothing of a project without alerts, nor of a success that the template suppresses', async () => {
    await fixture.source.manager.update(Templates, { id: template.id }, { suppressSuccessAlerts: true });
    await end('success');
    const silent = await fixture.template();
    await newTask(fixture.source, silent);
    await end('error', 'exit_code', { templateId: silent.id, projectId: silent.projectId });
    await end('error');
    await eventuallyWritten([['alert_server', SLACK, 'failure']]);
  });

  it('should name the runner, the reason and the first line of the log that names the failure', async () => {
    const runner = await newRunner(fixture.source);
    const { id } = await newTask(fixture.source, template, { message: 'nightly' });
    await fixture.assign();
    const lease = await fixture.lease(id);
    const lines = ['begin', '\u001b[31mfatal: [db1]: UNREACHABLE! => no route\u001b[0m', 'end'];
    await appendLog(fixture.engine, runner.id, [chunkOf(lease, 0, lines)]);
    const { attemptNumber } = await fixture.task(id);
    await closeTask(fixture.source.manager, {
      taskId: id,
      attemptNumber,
      from: 'starting',
      to: 'error',
      outcome: 'error',
      end: { reason: 'exit code 2', problem: { code: 'exit_code', params: { code: 2 } } },
    });
    await eventuallyWritten([['alert_server', SLACK, 'failure']]);
    const [delivery] = await fixture.source.getRepository(OutboxMessage).find();
    expect(delivery).toMatchObject({ projectId, status: 'pending' });
    expect(AlertFacts.parse(delivery?.payload)).toMatchObject({
      template: { id: template.id, name: template.name },
      task: { id, message: 'nightly', user: null },
      runner: runner.name,
      reason: 'exit code 2',
      line: { number: 2, text: 'fatal: [db1]: UNREACHABLE! => no route' },
    });
  });

  it('should name host, step and message of a playbook that failed, with commit, branch and duration', async () => {
    const runner = await newRunner(fixture.source);
    const row = { commitHash: 'c0ffee1234567890', gitBranch: 'release', started: new Date(Date.now() - 200_000) };
    const { id } = await newTask(fixture.source, template, row);
    await fixture.assign();
    const lease = await fixture.lease(id);
    await appendLog(fixture.engine, runner.id, [chunkOf(lease, 0, ['fatal: [web-1]: FAILED! => {', '}'])]);
    const { attemptNumber } = await fixture.task(id);
    await fixture.source.query('update task set started = $2 where id = $1', [id, row.started]);
    const error = 'No package\nnginx';
    await fixture.source.manager.insert(TaskError, {
      taskId: id,
      index: 0,
      host: 'web-1',
      task: 'Install nginx',
      error,
    });
    await closeTask(fixture.source.manager, {
      taskId: id,
      attemptNumber,
      from: 'starting',
      to: 'error',
      outcome: 'error',
      end: { reason: 'exit code 2', problem: { code: 'exit_code', params: { code: 2 } } },
    });
    await eventuallyWritten([['alert_server', SLACK, 'failure']]);
    const [delivery] = await fixture.source.getRepository(OutboxMessage).find();
    const facts = AlertFacts.parse(delivery?.payload);
    expect(facts).toMatchObject({
      task: { commit: 'c0ffee1234', branch: 'release' },
      line: { number: 1, text: 'web-1 · Install nginx · No package nginx' },
    });
    expect(facts.task?.seconds).toBeGreaterThanOrEqual(200);
  });

  it('should name the workspace of a task', async () => {
    const { id: workspaceId } = await newInventory(fixture.source, { projectId, name: 'prod', type: 'tofu-workspace' });
    await end('error', 'exit_code', { workspaceId });
    await eventuallyWritten([['alert_server', SLACK, 'failure']]);
    const [delivery] = await fixture.source.getRepository(OutboxMessage).find();
    expect(AlertFacts.parse(delivery?.payload).workspace).toBe('prod');
  });

  it('should alert once about each due time that started nothing', async () => {
    const schedule = await newSchedule(fixture.source, template, { nextDue: null });
    const due = new Date('2026-01-02T03:00:00Z');
    const run = (minutes: number, result: ScheduleRun['result']) => ({
      scheduleId: schedule.id,
      due: new Date(due.getTime() + minutes * 60_000),
      result,
    });
    await fixture.source.manager.insert(ScheduleRun, [run(0, 'missed'), run(1, 'started'), run(2, 'skipped')]);
    await Promise.all([writer().run(), writer().run(), writer().run()]);
    expect(await written()).toEqual([['alert_server', SLACK, 'schedule_missed']]);
    const [delivery] = await fixture.source.getRepository(OutboxMessage).find();
    expect(AlertFacts.parse(delivery?.payload)).toMatchObject({
      schedule: { id: schedule.id, name: schedule.name, planned: due.toISOString() },
      task: null,
      reason: expect.stringContaining('No dispatcher'),
    });
    await writer().run();
    expect(await written()).toHaveLength(1);
  });

  it('should alert once about a workspace that has drifted, and once when it is in step again', async () => {
    await member(true);
    const { id: inventoryId } = await newInventory(fixture.source, { projectId, name: 'prod', type: 'tofu-workspace' });
    const { id: taskId } = await newTask(fixture.source, template, { status: 'success' });
    const stands = (status: DriftStatus): Promise<unknown> =>
      fixture.source.query(
        `insert into workspace_drift (inventory_id, template_id, status, task_id) values ($1, $2, $3, $4)
           on conflict (inventory_id, template_id) do update set status = excluded.status, since = now()`,
        [inventoryId, template.id, status, taskId],
      );
    const round = async (status: DriftStatus): Promise<number> => {
      await stands(status);
      const wrote = await Promise.all([writer().run(), writer().run()]);
      return wrote[0] + wrote[1];
    };
    const rounds = ['in_step', 'drifted', 'drifted', 'unknown', 'drifted', 'in_step', 'unknown', 'in_step'] as const;
    const wrote: number[] = [];
    for (const status of rounds) {
      wrote.push(await round(status));
    }
    expect(wrote).toEqual([0, 2, 0, 0, 0, 2, 0, 0]);
    expect(await written()).toEqual([
      ['alert_server', SLACK, 'drifted'],
      ['alert_server', SLACK, 'in_step'],
      ['alert_user', expect.any(Number), 'drifted'],
      ['alert_user', expect.any(Number), 'in_step'],
    ]);
    const [delivery] = await fixture.source.getRepository(OutboxMessage).find();
    expect(AlertFacts.parse(delivery?.payload)).toMatchObject({
      workspace: 'prod',
      template: { id: template.id },
      task: { id: taskId },
    });
  });

  it('should try a target that is held back at once when a person tests it', async () => {
    const { id } = await channel({});
    await fixture.source.query(
      `insert into outbox_target (kind, target_id, held_until, answered)
         values ('alert_channel', $1, now() + interval '1 h', now())`,
      [id],
    );
    const project = { id: projectId, name: 'p' };
    const [delivery] = await sendTestAlert(fixture.engine, project, [{ kind: 'alert_channel', targetId: id }]);
    expect(await fixture.source.query('select from outbox_target where held_until <= now()')).toHaveLength(1);
    expect(await written()).toEqual([['alert_channel', id, 'test']]);
    expect(delivery).toEqual(expect.any(String));
  });
});
