import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FinishRequest } from '@switchyard/contracts';
import type { Runner, Template } from '@switchyard/database';
import { newProject, newRunner } from '@switchyard/database/testing';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { type AssignedAttempt, readAssignments } from '../runners/runner-assignments.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { handOver } from './hand-over.js';

const SLOTS = 2;

let fixture: EngineFixture;
let runner: Runner;
let template: Template;
let tasks: number[];

beforeAll(async () => (fixture = await EngineFixture.open()));
afterAll(() => fixture.drop());
beforeEach(async () => {
  ({ runner, template, tasks } = await fixture.busyRunner(SLOTS, 3 * SLOTS));
  await start(0);
  await start(1);
  fixture.signals.clear();
});

const idOf = (place: number): number => tasks[place] ?? 0;
const query = (sql: string, values: unknown[] = []) => fixture.source.query<unknown>(sql, values);
const start = async (place: number) => startAttempt(fixture.engine, runner.id, await fixture.lease(idOf(place)));

/** The end of a task whose runner goes on; answers the places of the tasks that follow. */
async function finish(place: number, report: Partial<FinishRequest> = {}): Promise<number[]> {
  return placesOf(await end(place, report));
}

const end = async (place: number, report: Partial<FinishRequest> = {}): Promise<AssignedAttempt[]> =>
  finishAttempt(fixture.engine, runner.id, await fixture.report(idOf(place), { next: true, ...report }));
const placesOf = (jobs: readonly AssignedAttempt[]): number[] => jobs.map(({ taskId }) => tasks.indexOf(taskId));

/** How many attempts the runner has. */
const used = async (): Promise<number> => {
  const rows = await fixture.source.query<unknown[]>(`select from attempt where status <> 'ended' and runner_id = $1`, [
    runner.id,
  ]);
  return rows.length;
};

describe(handOver.name, () => {
  it('should give the slot of a task that ended to the next one that is reserved, under the id and lease that are prepared', async () => {
    const { ahead } = await readAssignments(fixture.engine, runner.id, { held: [], prepared: [] });
    const [first] = ahead;
    expect(await end(0)).toEqual([{ attempt: first?.attempt, lease: first?.lease, taskId: idOf(2), number: 1 }]);
    expect(await fixture.statuses()).toEqual(['success', 'running', 'starting', 'waiting', 'waiting', 'waiting']);
    expect(await fixture.lease(idOf(2))).toEqual({ attempt: first?.attempt, lease: first?.lease });
    expect(await used()).toBe(SLOTS);
    expect(fixture.signals.updates.map(({ task_id, status }) => [task_id, status])).toEqual([
      [idOf(0), 'success'],
      [idOf(2), 'starting'],
    ]);
    expect(fixture.signals.woken).toEqual([]);
    const notes = await query(`select kind from task_event where task_id = $1 and runner_id = $2 order by id`, [
      idOf(2),
      runner.id,
    ]);
    expect(notes).toEqual([{ kind: 'assigned' }, { kind: 'claimed' }]);
  });

  it('should go on after an error too, and let the runner start what it was given', async () => {
    expect(await finish(0, { outcome: 'error', exit_code: 1, reason: 'broken' })).toEqual([2]);
    expect(await start(2)).toBe('none');
  });

  it('should hand each slot over once when several end at the same moment', async () => {
    expect((await Promise.all([finish(0), finish(1)])).flat().toSorted()).toEqual([2, 3]);
    expect(await used()).toBe(SLOTS);
  });

  it('should wake dispatchers only when few tasks are left reserved', async () => {
    expect(await finish(0)).toEqual([2]);
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
    await fixture.assign();
    await query(
      `insert into reservation (runner_id, task_id, attempt_id, lease_id, until)
                   select $1, $2, nextval('attempt_id_seq'), gen_random_uuid(), now() + interval '30 s'`,
      [runner.id, idOf(5)],
    );
    fixture.signals.clear();
    expect(await finish(1)).toEqual([3]);
    expect(fixture.signals.dispatch).toEqual([]);
  });

  it('should let the drain reserve more as they begin, and wake the runner for them', async () => {
    expect(await finish(0)).toEqual([2]);
    expect(await fixture.assign()).toBe(0);
    expect(fixture.signals.woken).toEqual([runner.id]);
    const { ahead } = await readAssignments(fixture.engine, runner.id, { held: [], prepared: [] });
    expect(ahead.map(({ taskId }) => tasks.indexOf(taskId))).toEqual([3, 4]);
  });

  it('should give nothing to a runner that does not ask for it', async () => {
    expect(await finish(0, { next: false })).toEqual([]);
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
  });

  it('should give nothing for a report that is repeated, and wake the runner for what the lost answer had', async () => {
    const report = await fixture.report(idOf(0), { next: true });
    await finishAttempt(fixture.engine, runner.id, report);
    expect(await finishAttempt(fixture.engine, runner.id, report)).toEqual([]);
    expect(fixture.signals.woken).toEqual([runner.id]);
    expect(await used()).toBe(SLOTS);
  });

  it('should give nothing to another runner, or under another lease', async () => {
    const report = await fixture.report(idOf(0), { next: true });
    const other = await newRunner(fixture.source);
    await expect(finishAttempt(fixture.engine, other.id, report)).rejects.toThrow();
    const forged = { ...report, lease: (await fixture.lease(idOf(1))).lease };
    await expect(finishAttempt(fixture.engine, runner.id, forged)).rejects.toThrow();
    expect((await fixture.statuses()).slice(0, 3)).toEqual(['running', 'running', 'waiting']);
  });

  it('should pass over a task that was stopped', async () => {
    await stopTask(fixture.engine, { projectId: template.projectId, taskId: idOf(2), force: false });
    expect(await finish(0)).toEqual([3]);
    expect((await fixture.task(idOf(2))).status).toBe('stopped');
  });

  it('should pass over a task that somebody has locked, and not wait', async () => {
    await fixture.source.transaction(async (manager) => {
      await manager.query('select from task where id = $1 for update', [idOf(2)]);
      expect(await finish(0)).toEqual([]);
    });
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
    expect((await fixture.task(idOf(2))).status).toBe('waiting');
  });

  it.each([
    ['is switched off', 'runner', 'active = false'],
    ['drains', 'runner', 'draining = true'],
    ['is paused', 'runner', `paused_reason = 'full disk'`],
    ['has other tags', 'runner', `tags = '{gpu}'`],
    ['has lost the tool', 'runner', `apps = '[{"id": "ansible", "version": "12"}]'`],
    ['may have fewer attempts than it has', 'runner', 'max_parallel_tasks = 1'],
    ['may have fewer attempts by its own setting', 'runner', 'own_max_parallel_tasks = 1'],
    ['is of a project that is being deleted', 'project', 'deleting = now()'],
    ['is of a project that may have fewer tasks than it has', 'project', 'max_parallel_tasks = 1'],
    ['has a template that runs one task at a time by now', 'template', 'allow_parallel_tasks = false'],
    ['has no engine for a template that has got an image', 'template', `image = 'alpine'`],
    ['has lapsed', 'reservation', `until = now() - interval '1 ms'`],
  ])('should give nothing when runner or reservation %s', async (_, table, change) => {
    await query(`update ${table} set ${change}`);
    expect(await finish(0)).toEqual([]);
    expect(await used()).toBe(SLOTS - 1);
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
  });

  it('should give nothing to a runner without tags once another one is the default', async () => {
    await newRunner(fixture.source, { isDefault: true, touched: null });
    expect(await finish(0)).toEqual([]);
  });

  it('should give nothing to a runner that serves another project by now', async () => {
    await query('update runner set project_id = $1', [(await newProject(fixture.source)).id]);
    expect(await finish(0)).toEqual([]);
  });

  it('should give nothing of a project with a limit for the end of a task of another project', async () => {
    const other = await fixture.template({ allowParallelTasks: true });
    await query('update project set max_parallel_tasks = 9 where id = $1', [template.projectId]);
    await query('update task set project_id = $2, template_id = $3 where id = $1', [
      idOf(0),
      other.projectId,
      other.id,
    ]);
    await query('update attempt set project_id = $2, template_id = $3 where task_id = $1', [
      idOf(0),
      other.projectId,
      other.id,
    ]);
    expect(await finish(0)).toEqual([]);
    expect(await finish(1)).toEqual([2]);
  });

  it('should wake dispatchers when the slot goes to a task of another project, whose others may begin now', async () => {
    const other = await fixture.template({ allowParallelTasks: true });
    await query('update task set project_id = $2, template_id = $3 where id = $1', [
      idOf(2),
      other.projectId,
      other.id,
    ]);
    expect(await finish(0)).toEqual([2]);
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
  });

  it.each([
    ['template', 'update template set allow_parallel_tasks = false where id = $1'],
    ['workspace', 'update task set workspace_id = 4 where template_id = $1'],
  ])(
    'should leave the slot to the drain when other tasks waited for the %s of the one that ended',
    async (_, change) => {
      const other = await fixture.template({ projectId: template.projectId });
      await query('update task set template_id = $2 where id = $1', [idOf(0), other.id]);
      await query(change, [other.id]);
      expect(await finish(0)).toEqual([]);
      expect(fixture.signals.dispatch).toEqual(['attempt finished']);
    },
  );

  it('should pass over a task that got a workspace', async () => {
    await query('update task set workspace_id = 4 where id = $1', [idOf(2)]);
    expect(await finish(0)).toEqual([3]);
  });

  it('should store the end also when the task that would follow cannot begin', async () => {
    await query('update task set attempt_number = 32767 where id = $1', [idOf(2)]);
    expect(await finish(0)).toEqual([]);
    expect((await fixture.task(idOf(0))).status).toBe('success');
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
  });
});
