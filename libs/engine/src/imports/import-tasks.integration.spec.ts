import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { messageOf } from '@switchyard/concurrency';
import type { TaskStatus } from '@switchyard/contracts';
import { Attempt, LogChunk, Task, TaskError, TaskHost, type Template } from '@switchyard/database';
import { meetAtLock, newInventory, newRunner, newTask, newUser } from '@switchyard/database/testing';
import { expireLeases } from '../leases/expire-leases.js';
import { deleteOldTasks } from '../retention/delete-old-tasks.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { ago, historicTask } from '../testing/historic.js';
import type { HistoricTask } from './historic-task.js';
import { importTasks } from './import-tasks.js';

describe(importTasks.name, () => {
  let fixture: EngineFixture;
  let template: Template;
  beforeAll(async () => {
    fixture = await EngineFixture.open(6);
  });
  beforeEach(async () => {
    await fixture.clear();
    template = await fixture.template();
  });
  afterAll(() => fixture.drop());

  const historic = (sourceId: number, members: Partial<HistoricTask> = {}): HistoricTask =>
    historicTask(template.id, sourceId, members);
  const bring = (tasks: readonly HistoricTask[], source = 'a') =>
    importTasks(fixture.engine, { projectId: template.projectId, source }, tasks);
  const all = (): Promise<Task[]> => fixture.source.manager.find(Task, { order: { id: 'ASC' } });
  /** Counts of everything that an import writes, and of what it must not. */
  const counts = async () => {
    const [found] = await fixture.source.query<object[]>(`
      select (select count(*)::int from task) as tasks, (select count(*)::int from attempt) as attempts,
             (select count(*)::int from attempt_log) as logs, (select sum(line_count)::int from log_chunk) as lines,
             (select count(*)::int from task_host) as hosts, (select count(*)::int from imported_task) as imported,
             (select tasks from template where id = ${template.id}) as counted,
             (select sum(tasks)::int from task_day where template_id = 0 and user_id = 0) as days,
             (select count(*)::int from task_event where project_id = ${template.projectId}) as news`);
    return found;
  };

  it('should store a task with its log, results, build and person', async () => {
    const { id: userId } = await newUser(fixture.source);
    const { id: inventoryId } = await newInventory(fixture.source, { projectId: template.projectId });
    const counters = { changed: 1, failed: 0, ignored: 0, ok: 2, rescued: 0, skipped: 0, unreachable: 0 };
    const full = historic(5, {
      userId,
      inventoryId,
      buildSourceId: 7,
      status: 'error',
      message: 'why',
      environment: '{"a":1}',
      params: { limit: ['web'] },
      hosts: [
        { host: 'web', ...counters, ok: 1 },
        { host: 'web', ...counters },
      ],
      errors: [{ host: 'web', task: 'copy', error: 'denied' }],
    });
    expect(await bring([historic(7, { stranger: 'dave', version: '1.4' }), full])).toMatchObject([
      { outcome: 'created' },
      { outcome: 'created' },
    ]);
    const [build, task] = await all();
    expect(build).toMatchObject({ status: 'success', version: '1.4', userId: null, buildTaskId: null });
    expect(build?.notes).toMatchObject([{ code: 'task_imported_of', params: { id: '7', user: 'dave' } }]);
    const { templateId, created, started, ended, params } = full;
    expect(task).toMatchObject({ templateId, created, started, ended, params, userId, inventoryId, status: 'error' });
    expect(task).toMatchObject({ app: 'bash', message: 'why', buildTaskId: build?.id, logAttempt: 1 });
    const taskId = task?.id ?? 0;
    expect(await fixture.source.manager.findBy(TaskHost, { taskId })).toMatchObject([{ host: 'web', ...counters }]);
    expect(await fixture.source.manager.findBy(TaskError, { taskId })).toMatchObject([{ index: 0, error: 'denied' }]);
    expect(await fixture.attempt(taskId)).toMatchObject({ number: 1, status: 'ended', outcome: 'error', runnerId: 0 });
    const [chunk] = await fixture.source.manager.findBy(LogChunk, { taskId });
    expect(chunk).toMatchObject({ attempt: 1, firstLine: 0, lineCount: 2, body: Buffer.from('Run\nok\n') });
  });

  it('should store each task once, whatever has been removed since, and nothing that is news', async () => {
    const tasks = [1, 2, 3].map((id) => historic(id, { started: ago(25 * id), ended: ago(24 * id) }));
    expect(await bring([...tasks, historic(1)])).toMatchObject(
      [1, 2, 3, 1].map((_, i) => ({ outcome: i < 3 ? 'created' : 'exists' })),
    );
    const stored = await counts();
    expect(stored).toEqual({
      tasks: 3,
      attempts: 3,
      logs: 3,
      lines: 6,
      hosts: 0,
      imported: 3,
      counted: 3,
      days: 3,
      news: 0,
    });
    expect(await bring(tasks)).toMatchObject([1, 2, 3].map(() => ({ outcome: 'exists' })));
    expect(await counts()).toEqual(stored);
    await deleteOldTasks(fixture.engine, { perTemplate: 0, maxAgeDays: 2 });
    expect(await bring([...tasks, historic(4)])).toMatchObject([{}, {}, { outcome: 'exists' }, { outcome: 'created' }]);
    expect(await counts()).toMatchObject({ tasks: 2, imported: 4, counted: 2 });
    expect(await bring(tasks, 'b')).toMatchObject([1, 2, 3].map(() => ({ outcome: 'created' })));
  });

  it('should double nothing when two imports of the same meet', async () => {
    const tasks = [1, 2, 3].map((id) => historic(id));
    const lock = ['select from template where id = $1 for update', [template.id]] as const;
    const ends = await meetAtLock(fixture.source, [lock[0], [...lock[1]]], [() => bring(tasks), () => bring(tasks)]);
    expect(ends.map(([end]) => end?.outcome).toSorted()).toEqual(['created', 'exists']);
    expect(ends[0]).toEqual(ends[1]?.map((end) => ({ ...end, outcome: ends[0]?.[0]?.outcome })));
    expect(await counts()).toMatchObject({ tasks: 3, logs: 3, lines: 6, counted: 3, days: 3 });
  });

  it('should let imports meet that name their templates in another order', async () => {
    const { id: other } = await fixture.template({ projectId: template.projectId });
    const tasks = [historic(1), historic(2, { templateId: other })];
    const lock: [string, unknown[]] = ['select from template where id = any($1) for update', [[template.id, other]]];
    const ends = await meetAtLock(fixture.source, lock, [() => bring(tasks), () => bring(tasks.toReversed(), 'b')]);
    expect(ends.flat().map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created', 'created']);
    expect(await counts()).toMatchObject({ tasks: 4, attempts: 4, imported: 4, counted: 2, days: 4 });
  });

  it('should store nothing that could still run', async () => {
    const given: TaskStatus[] = ['waiting', 'starting', 'waiting_confirmation', 'confirmed', 'running', 'stopping'];
    await bring(given.map((status, i) => historic(i + 1, { status, ended: null, log: [] })));
    expect(await fixture.statuses()).toEqual(['canceled', 'canceled', 'canceled', 'canceled', 'stopped', 'stopped']);
    const [task] = await all();
    expect(task).toMatchObject({ endProblem: { code: 'import_unended' }, attemptNumber: 0, ended: task?.started });
    await newRunner(fixture.source);
    expect([await fixture.assign(), await expireLeases(fixture.engine)]).toEqual([0, 0]);
    expect(await fixture.source.manager.count(Attempt)).toBe(0);
  });

  it('should store all of a batch or nothing, and go on where it was broken off', async () => {
    const tasks = [1, 2, 3, 4].map((id) => historic(id));
    await bring(tasks.slice(0, 2));
    const before = await counts();
    // It waits for its last statement when its connection ends.
    const [end] = await meetAtLock(
      fixture.source,
      ['lock table task_day in share mode', []],
      [() => bring(tasks.slice(2)).catch(messageOf)],
      (holder) =>
        holder.query(`select pg_terminate_backend(pid) from pg_stat_activity
                       where datname = current_database() and wait_event_type = 'Lock'`),
    );
    expect(end).toMatch(/terminat/i);
    expect(await counts()).toEqual(before);
    expect((await bring(tasks)).map(({ outcome }) => outcome)).toEqual(['exists', 'exists', 'created', 'created']);
    expect(await counts()).toMatchObject({
      tasks: 4,
      attempts: 4,
      logs: 4,
      lines: 8,
      imported: 4,
      counted: 4,
      days: 4,
    });
    expect((await all()).map(({ notes }) => notes[0]?.params?.['id'])).toEqual(['1', '2', '3', '4']);
  });

  it('should keep times in their order, and out of the future', async () => {
    const later = ago(-1);
    await bring([historic(1, { ended: ago(9) }), historic(2, { created: later, started: null, ended: later })]);
    const [turned, ahead] = await all();
    expect(turned?.ended).toEqual(turned?.started);
    expect(ahead?.ended).toEqual(ahead?.created);
    expect(Number(ahead?.ended)).toBeLessThanOrEqual(Date.now());
  });

  it('should refuse the tasks of a template that has run here, or is not of the project, and no others', async () => {
    const [used, foreign, other] = [
      await fixture.template({ projectId: template.projectId }),
      await fixture.template(),
      await newInventory(fixture.source, { projectId: (await fixture.template()).projectId }),
    ];
    await newTask(fixture.source, used, { status: 'success' });
    const tasks = [
      historic(1, { templateId: used.id }),
      historic(2, { templateId: foreign.id }),
      historic(3, { inventoryId: other.id, userId: 2_000_000_000, buildSourceId: 1 }),
    ];
    expect(await bring(tasks)).toMatchObject([
      { outcome: 'refused', issue: { path: ['template_id'], code: 'import_template_used' } },
      { outcome: 'refused', issue: { path: ['template_id'], code: 'not_in_project' } },
      { outcome: 'created' },
    ]);
    expect(await fixture.newest(template)).toMatchObject({ inventoryId: null, userId: null, buildTaskId: null });
    await newTask(fixture.source, template, { status: 'success' });
    expect(await bring([historic(3), historic(4)])).toMatchObject([{ outcome: 'exists' }, { outcome: 'refused' }]);
  });
});
