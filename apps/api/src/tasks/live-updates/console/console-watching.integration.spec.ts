import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RealtimeEvent } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { meetAtLock, newTask, newTemplate } from '@switchyard/database/testing';
import { type ConsolePage, openConsolePage } from '../../../testing/console-socket.js';
import { type ProjectFixture, startProjectFixture } from '../../../testing/project-fixture.js';
import { ConsoleClients } from './console-clients.js';
import { ConsoleWatching } from './console-watching.js';

describe(ConsoleWatching.name, () => {
  let test: ProjectFixture;
  let page: ConsolePage;
  let tasks: [Task, Task];

  beforeAll(async () => {
    test = await startProjectFixture();
  });
  beforeEach(async () => {
    const template = await newTemplate(test.dataSource, { projectId: test.projectId });
    tasks = [await newTask(test.dataSource, template), await newTask(test.dataSource, template)];
    page = await openConsolePage(test, { memberOf: test.projectId });
  });
  afterEach(() => void page.socket.disconnect());
  afterAll(() => test.close());

  const emit = (event: string, body: object | null): Promise<unknown> => page.socket.emitWithAck(event, body);
  const askTask = ({ id }: Task): Promise<unknown> =>
    emit(RealtimeEvent.watchTask, { project_id: test.projectId, task_id: id, next: 0 });
  const clients = (): ConsoleClients => test.app.get(ConsoleClients, { strict: false });
  const watched = (): boolean[] => tasks.map(({ id }) => clients().watchesTask(id));

  /** Watches the first task, and does something else while nobody can read where its log ends. */
  const askMeanwhile = (work: () => Promise<void>): Promise<unknown[]> =>
    meetAtLock(
      test.dataSource,
      ['lock table attempt_log in access exclusive mode', []],
      [() => askTask(tasks[0])],
      work,
    );

  it('should watch the last of what was requested, however long the one before takes', async () => {
    const answers = await askMeanwhile(async () => {
      expect(await emit(RealtimeEvent.watchTask, null)).toEqual({ ok: true });
    });
    expect([answers, watched()]).toEqual([[{ ok: false }], [false, false]]);
    expect(await Promise.all([askTask(tasks[0]), askTask(tasks[1])])).toEqual([{ ok: false }, { ok: true }]);
    expect(watched()).toEqual([false, true]);
  });

  it('should not watch what its user was shut out of during the request', async () => {
    const gone = new Promise((resolve) => page.socket.once(RealtimeEvent.gone, resolve));
    const answers = await askMeanwhile(async () => {
      expect((await test.admin.delete(`${test.base}/users/${page.user.id}`)).status).toBe(204);
      expect(await gone).toEqual({ project_id: test.projectId });
    });
    expect([answers, watched()]).toEqual([[{ ok: false }], [false, false]]);
  });

  it('should refuse what makes no sense, and go on with what it watches', async () => {
    await askTask(tasks[0]);
    for (const event of [RealtimeEvent.watchProject, RealtimeEvent.watchTask, RealtimeEvent.watchRunners]) {
      expect(await emit(event, { project_id: 'x', task_id: [] })).toEqual({ ok: false });
    }
    page.socket.emit(RealtimeEvent.watchTask, 'no answer wanted', 7);
    expect([await emit(RealtimeEvent.watchRunners, null), watched()]).toEqual([{ ok: true }, [true, false]]);
  });

  it('should leave each of what it watches by itself', async () => {
    await emit(RealtimeEvent.watchProject, { project_id: test.projectId });
    await askTask(tasks[0]);
    await emit(RealtimeEvent.watchProject, null);
    expect([clients().watchesProject(test.projectId), watched()]).toEqual([false, [true, false]]);
    await emit(RealtimeEvent.watchTask, null);
    expect(watched()).toEqual([false, false]);
  });
});
