import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptLog, ImportedTask, LogChunk, LogSegment, Task, TaskDay, type Template } from '@switchyard/database';
import { newUser } from '@switchyard/database/testing';
import { createTask } from '../launch/create-task.js';
import { deleteTask } from '../life-cycle/delete-task.js';
import { archiveLogs } from '../log/archive-logs.js';
import { deleteOldTasks } from '../retention/delete-old-tasks.js';
import { removeProjects } from '../retention/remove-projects.js';
import { deleteOldDays } from '../stats/count-days.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { ago, historicTask } from '../testing/historic.js';
import type { HistoricTask } from './historic-task.js';
import { importTasks } from './import-tasks.js';

/** Imported tasks beside those that ran here. */
describe('imported tasks', () => {
  let fixture: EngineFixture;
  let template: Template;
  beforeAll(async () => {
    fixture = await EngineFixture.open(4);
  });
  beforeEach(async () => {
    await fixture.clear();
    template = await fixture.template({ type: 'build', startVersion: '1.0' });
  });
  afterAll(() => fixture.drop());

  async function bring(...tasks: HistoricTask[]): Promise<number[]> {
    const ends = await importTasks(fixture.engine, { projectId: template.projectId, source: 'a' }, tasks);
    return ends.map((end) => ('taskId' in end ? end.taskId : 0));
  }
  const historic = (sourceId: number, members: Partial<HistoricTask> = {}): HistoricTask =>
    historicTask(template.id, sourceId, members);
  const remove = (taskId: number) => deleteTask(fixture.engine, { projectId: template.projectId, taskId });
  const logOf = async (taskId: number): Promise<string> => {
    const chunks = await fixture.source.manager.find(LogChunk, { where: { taskId }, order: { firstLine: 'ASC' } });
    return chunks.map(({ codec, body }) => (codec === 1 ? inflateRawSync(body) : body).toString()).join('');
  };

  it('should have ids in the order in which they come, whatever those of the source are', async () => {
    const ids = await bring(historic(2_147_483_646), historic(9), historic(2_147_483_645));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect((await fixture.newest(template)).id).toBe(ids[2]);
  });

  it('should be followed by the next version of a build', async () => {
    await bring(historic(1, { version: '1.7' }), historic(2, { version: '1.8', status: 'error' }));
    const { projectId, id: templateId } = template;
    expect(await createTask(fixture.engine, { projectId, templateId })).toMatchObject({ version: '1.9' });
  });

  it('should find the build of an earlier import, unless it is gone', async () => {
    const [kept = 0, gone = 0] = await bring(historic(1), historic(2));
    await remove(gone);
    const deploys = await bring(...[1, 2, 3].map((build, i) => historic(10 + i, { buildSourceId: build })));
    const builds = await Promise.all(deploys.map(async (id) => (await fixture.task(id)).buildTaskId));
    expect(builds).toEqual([kept, null, null]);
  });

  it('should be counted by the day on which they ended, and for who started them', async () => {
    const { id: userId } = await newUser(fixture.source);
    const [day, old] = [ago(48), ago(24 * 500)];
    const begun = new Date(day.getTime() - 60_000);
    const ran = { created: begun, started: begun, ended: day };
    await bring(
      historic(1, { ...ran, userId }),
      historic(2, ran),
      historic(3, { ...ran, started: null, status: 'canceled' }),
      historic(4, { started: old, ended: old }),
    );
    await deleteOldDays(fixture.engine);
    const counted = await fixture.source.manager.find(TaskDay, {
      order: { templateId: 'ASC', userId: 'ASC', status: 'DESC' },
    });
    const rows = counted.map((row) => [
      row.templateId,
      row.userId,
      row.status,
      row.tasks,
      row.ran,
      Number(row.seconds),
    ]);
    expect(new Set(counted.map((row) => row.day))).toEqual(new Set([day.toISOString().slice(0, 10)]));
    expect(rows).toEqual(
      [0, template.id].flatMap((id) => [
        [id, 0, 'success', 2, 2, 120],
        [id, 0, 'canceled', 1, 0, 0],
        [id, userId, 'success', 1, 1, 60],
      ]),
    );
  });

  it('should have logs of many chunks, which are archived as others are', async () => {
    const lines = Array.from({ length: 40_000 }, (_, i) => `line ${i} of a long log`);
    const log = lines.map((text, i) => ({ time: ago(2).getTime() + i, text }));
    const [taskId = 0, empty = 0] = await bring(historic(1, { log }), historic(2, { log: [] }));
    expect((await logOf(taskId)) === `${lines.join('\n')}\n`).toBe(true);
    expect(await fixture.source.manager.countBy(LogChunk, { taskId })).toBeGreaterThan(2);
    expect(await fixture.source.manager.findBy(AttemptLog, { taskId })).toMatchObject([
      { nextLine: 40_000, leaseId: null },
    ]);
    expect(await archiveLogs(fixture.engine, 0)).toMatchObject({ tasks: 2 });
    const segments = await fixture.source.manager.findBy(LogSegment, { taskId });
    expect(segments.reduce((sum, { lineCount }) => sum + lineCount, 0)).toBe(40_000);
    expect([await logOf(taskId), (await fixture.task(empty)).logAttempt]).toEqual(['', 0]);
  });

  it('should be the first that retention removes', async () => {
    const ids = await bring(historic(1), historic(2), historic(3, { status: 'error' }));
    await createTask(fixture.engine, { projectId: template.projectId, templateId: template.id });
    expect(await deleteOldTasks(fixture.engine, { perTemplate: 1, maxAgeDays: 0 })).toBe(2);
    const left = (await fixture.source.manager.find(Task, { order: { id: 'ASC' } })).map(({ id }) => id);
    expect(left).toEqual([ids[1], (await fixture.newest(template)).id]);
  });

  it('should make room for others when they are removed, and be forgotten with their project', async () => {
    const [first = 0] = await bring(historic(1), historic(2));
    await remove(first);
    const counter = `select tasks from template where id = ${template.id}`;
    expect(await fixture.source.query(counter)).toEqual([{ tasks: 1 }]);
    expect(await fixture.source.manager.countBy(ImportedTask, {})).toBe(2);
    await fixture.source.query('update project set deleting = now()');
    expect(await removeProjects(fixture.engine)).toBe(1);
    expect(await fixture.source.manager.countBy(ImportedTask, {})).toBe(0);
  });
});
