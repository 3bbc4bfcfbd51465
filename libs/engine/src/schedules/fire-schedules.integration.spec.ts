import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Schedule, ScheduleRun, Task, type Template } from '@switchyard/database';
import { newSchedule, newTask } from '@switchyard/database/testing';
import { EngineFixture } from '../testing/engine-fixture.js';
import { refuseRow } from '../testing/one-in-a-hundred.js';
import { fireSchedules } from './fire-schedules.js';

const QUESTION = {
  title: 'Zone',
  description: '',
  values: [],
  default_value: '',
  name: 'zone',
  type: '' as const,
  required: true,
};
const ago = (seconds: number): Date => new Date(Math.floor(Date.now() / 1000 - seconds) * 1000);

describe(fireSchedules.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open(10);
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  const fire = () => fireSchedules(fixture.engine, 'UTC');
  const schedule = (on: Template, row: Partial<Schedule> = {}) => newSchedule(fixture.source, on, row);
  const read = ({ id }: Schedule) => fixture.source.getRepository(Schedule).findOneByOrFail({ id });
  const runs = ({ id }: Schedule) =>
    fixture.source.getRepository(ScheduleRun).find({ where: { scheduleId: id }, order: { due: 'ASC' } });
  const tasks = ({ id }: Schedule) =>
    fixture.source.getRepository(Task).find({ where: { scheduleId: id }, order: { id: 'ASC' } });
  const again = ({ id }: Schedule, nextDue: Date) => fixture.source.manager.update(Schedule, { id }, { nextDue });

  it('should start one task at the due time, with what the schedule launches with, and plan the next', async () => {
    const on = await fixture.template({ surveyVars: [{ ...QUESTION, name: 'pin', type: 'secret' }] });
    const due = await schedule(on, {
      taskParams: { environment: '{"free":1}', message: 'nightly' },
      secret: `schedule_secret:${on.projectId} {"pin":"1234"}`,
    });
    const { started, failures, nextMs } = await fire();
    expect([started, failures]).toEqual([1, []]);
    expect(nextMs).toBeGreaterThan(0);
    expect(nextMs).toBeLessThanOrEqual(60_000);
    const [task] = await tasks(due);
    expect(task).toMatchObject({
      status: 'waiting',
      userId: null,
      scheduleId: due.id,
      message: 'nightly',
      trustedVariables: true,
      environment: '{"free":1}',
      secret: `task_secret:${on.projectId} {"pin":"1234"}`,
    });
    expect(await runs(due)).toMatchObject([{ due: due.nextDue, result: 'started', taskId: task?.id }]);
    expect((await read(due)).nextDue?.getTime()).toBeGreaterThan(Date.now());
    expect(await fixture.events()).toEqual([`Task ${task?.id} was queued by schedule ${due.name}`]);
    expect(await fixture.activities()).toEqual([
      { code: 'task_queued_by_schedule', params: { id: task?.id, schedule: due.name } },
    ]);
    expect(fixture.signals.dispatch).toEqual(['schedules fired']);
  });

  it('should plan only where it asks for that', async () => {
    const on = await fixture.template({ app: 'terraform' });
    const due = await schedule(on, { taskParams: { params: { plan: true } } });
    expect((await fire()).failures).toEqual([]);
    expect(await tasks(due)).toMatchObject([{ params: { plan: true } }]);
  });

  it('should start each of many once, however many replicas look at the same moment', async () => {
    const on = await fixture.template();
    const many = await Promise.all(Array.from({ length: 30 }, () => schedule(on)));
    await Promise.all(Array.from({ length: 6 }, fire));
    await fire();
    for (const each of many) {
      expect(await tasks(each)).toHaveLength(1);
    }
  });

  it('should start nothing at a due time that had its task, whatever the clock', async () => {
    const due = await schedule(await fixture.template());
    await fire();
    await again(due, due.nextDue as Date);
    expect((await fire()).started).toBe(0);
    expect([await tasks(due), await runs(due)]).toMatchObject([[{}], [{ result: 'started' }]]);
    expect((await read(due)).nextDue?.getTime()).toBeGreaterThan(Date.now());
  });

  it('should leave the due time due when the transaction does not end', async () => {
    const due = await schedule(await fixture.template());
    const { dataSource } = fixture.engine;
    const crash = Object.create(dataSource, {
      transaction: {
        value: (work: Parameters<typeof dataSource.transaction>[0]) =>
          dataSource.transaction(async (manager) => {
            await (work as unknown as (on: typeof manager) => Promise<unknown>)(manager);
            throw new Error('the process is gone');
          }),
      },
    }) as typeof dataSource;
    await expect(fireSchedules({ ...fixture.engine, dataSource: crash }, 'UTC')).rejects.toThrow('is gone');
    expect([await tasks(due), await runs(due)]).toEqual([[], []]);
    await fire();
    expect(await tasks(due)).toHaveLength(1);
  });

  it('should note a launch that is refused, and go on with the others', async () => {
    const asking = await schedule(await fixture.template({ surveyVars: [{ ...QUESTION }] }));
    const sealed = await schedule(await fixture.template(), { taskParams: { environment: 7 } });
    const lost = await schedule(await fixture.template(), { taskParams: { inventory_id: 999_999 } });
    const unknown = await schedule(await fixture.template(), { timezone: 'Gone/Zone' });
    const good = await schedule(await fixture.template());
    expect(await fire()).toMatchObject({ started: 2, failures: [] });
    expect(await runs(asking)).toMatchObject([
      { result: 'refused', issues: [{ code: 'answer_required' }], taskId: null },
    ]);
    expect(await runs(sealed)).toMatchObject([{ result: 'failed' }]);
    expect(await runs(lost)).toMatchObject([{ result: 'started' }]);
    expect([await runs(unknown), (await read(unknown)).nextDue]).toMatchObject([[{ result: 'failed' }], null]);
    expect(await tasks(good)).toHaveLength(1);
  });

  it('should try one again that cannot be stored, and start the others', async () => {
    const on = await fixture.template();
    const many = await Promise.all(Array.from({ length: 5 }, () => schedule(on)));
    const [bad, ...good] = many as [Schedule, ...Schedule[]];
    const end = await refuseRow(fixture.source, 'schedule', bad.id);
    expect((await fire()).failures).toHaveLength(1);
    expect([await tasks(bad), await runs(bad)]).toEqual([[], []]);
    for (const each of good) {
      expect(await tasks(each)).toHaveLength(1);
    }
    await end();
    await fire();
    expect(await tasks(bad)).toHaveLength(1);
  });

  it('should queue, leave out or stop while an earlier task has not ended', async () => {
    const outcome = async (overlapPolicy: Schedule['overlapPolicy']) => {
      const on = await fixture.template();
      const due = await schedule(on, { overlapPolicy });
      await newTask(fixture.source, on, { scheduleId: due.id, status: 'running' });
      await fire();
      const ends = (await tasks(due)).map(({ status, endProblem }) => endProblem?.code ?? status);
      return [ends, (await runs(due)).map(({ result }) => result)];
    };
    expect(await outcome('queue')).toEqual([['running', 'waiting'], ['started']]);
    expect(await outcome('skip')).toEqual([['running'], ['skipped']]);
    expect(await outcome('replace')).toEqual([['superseded_by_schedule', 'waiting'], ['started']]);
  });

  it('should leave out what was missed, or run it once for all', async () => {
    const on = await fixture.template();
    const row = { nextDue: ago(3_600) };
    const [left, once] = [await schedule(on, row), await schedule(on, { ...row, missedPolicy: 'run_once' })];
    const late = await schedule(on, { nextDue: ago(200) });
    await fire();
    expect([await runs(left), await tasks(left)]).toMatchObject([[{ result: 'missed' }], []]);
    expect([await runs(once), await tasks(once)]).toMatchObject([[{ result: 'started' }], [{}]]);
    expect(await tasks(late)).toHaveLength(1);
    expect(await fixture.activities()).toContainEqual({
      code: 'schedule_missed',
      params: { id: left.id, name: left.name, planned: row.nextDue.toISOString() },
    });
    for (const each of [left, once, late]) {
      expect((await read(each)).nextDue?.getTime()).toBeGreaterThan(Date.now());
    }
  });

  it('should end a schedule that runs once, or remove it', async () => {
    const on = await fixture.template();
    const row = { type: 'run_at', cronFormat: '', runAt: ago(1), nextDue: ago(1) } as const;
    const [kept, gone] = [await schedule(on, row), await schedule(on, { ...row, deleteAfterRun: true })];
    expect((await fire()).started).toBe(2);
    expect(await read(kept)).toMatchObject({ active: false, nextDue: null });
    await expect(read(gone)).rejects.toThrow();
    expect([await tasks(kept), await tasks(gone)]).toMatchObject([[{}], [{}]]);
  });

  it('should give builds their numbers in turn', async () => {
    const on = await fixture.template({ type: 'build', startVersion: '1.0' });
    const many = [await schedule(on), await schedule(on), await schedule(on)];
    await fire();
    const versions = (await Promise.all(many.map(tasks))).flat().map(({ version }) => version);
    expect(versions.sort()).toEqual(['1.0', '1.1', '1.2']);
  });

  it.each(['schedule', 'project'] as const)(
    'should pass over a %s that somebody holds, and not wait',
    async (table) => {
      const [held, free] = [await schedule(await fixture.template()), await schedule(await fixture.template())];
      await fixture.source.transaction(async (manager) => {
        const id = table === 'schedule' ? held.id : held.projectId;
        await manager.query(`select from ${table} where id = $1 for update`, [id]);
        expect((await fire()).started).toBe(1);
        expect(await tasks(free)).toHaveLength(1);
      });
      expect((await fire()).started).toBe(1);
      expect(await tasks(held)).toHaveLength(1);
    },
  );
});
