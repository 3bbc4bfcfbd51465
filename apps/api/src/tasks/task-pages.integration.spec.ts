import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate, Template as WireTemplate } from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';
import { newProject, newSchedule, newTask, newTemplate, newUser } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { type TaskListFilter, taskIds } from './task-pages.repository.js';

let test: ProjectFixture;
let deploy: Template;
let backup: Template;
let tasks: Task[];
let person: number;

/** One an hour from midnight of 1 November 2026. */
const hour = (i: number): Date => new Date(Date.UTC(2026, 10, 1, i));

/** 60 tasks: every third failed, every fifth of another template, every second of a person, every seventh with a message; the newest two wait. */
beforeAll(async () => {
  test = await startProjectFixture();
  const { dataSource, projectId } = test;
  deploy = await newTemplate(dataSource, { projectId, name: 'Deploy' });
  backup = await newTemplate(dataSource, { projectId, name: 'Backup' });
  person = (await newUser(dataSource)).id;
  const schedule = await newSchedule(dataSource, backup, { name: 'Every night' });
  tasks = [];
  for (let i = 0; i < 60; i++) {
    const status = i >= 58 ? 'waiting' : i % 3 === 0 ? 'error' : 'success';
    const starter = i % 2 === 0 ? { userId: person } : { scheduleId: schedule.id };
    const cause = i % 7 === 0 ? { message: 'Hotfix of 100%' } : { commitHash: `abc${i}`, version: `1.0.${i}` };
    tasks.push(
      await newTask(dataSource, i % 5 === 0 ? backup : deploy, { status, created: hour(i), ...cause, ...starter }),
    );
  }
  await newTask(dataSource, await newTemplate(dataSource, { projectId: test.foreign.projectId }), { userId: person });
});
afterAll(() => test.close());

async function page(query: string): Promise<TaskWithTemplate[]> {
  const answer = await test.manager.get(`${test.base}/tasks${query}`);
  expect(answer.status).toBe(200);
  return answer.json<TaskWithTemplate[]>();
}
const idsOf = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id);
const expected = (keep: (i: number) => boolean): number[] => idsOf(tasks.filter((_, i) => keep(i))).toReversed();

describe('pages of the history', () => {
  it('should reach every task by the last id of the page before, and the way back by the first', async () => {
    const down: TaskWithTemplate[][] = [await page('?limit=25')];
    while (down.at(-1)?.length === 25) {
      down.push(await page(`?limit=25&before=${down.at(-1)?.at(-1)?.id}`));
    }
    expect(down.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(idsOf(down.flat())).toEqual(expected(() => true));
    expect(await page(`?limit=25&after=${down[1]?.[0]?.id}`)).toEqual(down[0]);
    expect(idsOf(await page(`?limit=3&after=${tasks[3]?.id}`))).toEqual(idsOf(tasks.slice(4, 7)).toReversed());
  });

  it.each<[string, (i: number) => boolean]>([
    ['?status=error', (i) => i % 3 === 0 && i < 58],
    ['?status=error,waiting', (i) => i % 3 === 0 || i >= 58],
    ['?status=waiting&status=error', (i) => i % 3 === 0 || i >= 58],
    ['?status=stopped', () => false],
    ['?status=error&template_id=:backup', (i) => i % 15 === 0],
    ['?user_id=:person', (i) => i % 2 === 0],
    ['?user_id=:person&status=error', (i) => i % 6 === 0],
    ['?user_id=:person&template_id=:backup&status=success,error', (i) => i % 10 === 0],
    ['?start=2026-11-02T00:00:00Z', (i) => i >= 24],
    ['?end=2026-11-02T00:00:00Z', (i) => i < 24],
    ['?start=2026-11-01T12:00:00Z&end=2026-11-02T00:00:00Z&status=error', (i) => i >= 12 && i < 24 && i % 3 === 0],
    ['?start=2027-01-01T00:00:00Z', () => false],
    ['?end=2020-01-01T00:00:00Z', () => false],
    ['?text=HOTFIX', (i) => i % 7 === 0],
    ['?text=100%25&user_id=:person&status=success', (i) => i % 14 === 0 && i % 3 !== 0],
    ['?text=%25', (i) => i % 7 === 0],
    ['?text=ABC41', (i) => i === 41],
    ['?text=1.0.5', (i) => (i === 5 || (i >= 50 && i < 60)) && i % 7 !== 0],
    ['?text=backup', (i) => i % 5 === 0],
    ['?text=backup&start=2026-11-03T00:00:00Z', (i) => i % 5 === 0 && i >= 48],
  ])('should filter by %s', async (query, keep) => {
    const filled = query.replace(':backup', String(backup.id)).replace(':person', String(person));
    expect(idsOf(await page(filled))).toEqual(expected(keep));
    expect(idsOf(await page(`${filled}&limit=2`))).toEqual(expected(keep).slice(0, 2));
  });

  it('should find a task by its number', async () => {
    const wanted = tasks[30]?.id;
    const found = idsOf(await page(`?text=${encodeURIComponent(`#${wanted}`)}`));
    expect(found).toContain(wanted);
  });

  it('should refuse a status that is none', async () => {
    expect((await test.manager.get(`${test.base}/tasks?status=error,nonsense`)).status).toBe(400);
  });

  it('should name the schedule that started a task', async () => {
    const [first, second] = await page('?status=success,error&limit=2');
    expect([first?.schedule_name, second?.schedule_name]).toEqual(['Every night', null]);
  });

  const index = (name: string) => ({ name });
  it.each<[Omit<TaskListFilter, 'projectId' | 'max'>, { name: string }]>([
    [{}, index('task_project')],
    [{ template_id: 1 }, index('task_template')],
    [{ status: ['error'] }, index('task_project_result')],
    [{ status: ['error'], template_id: 1 }, index('task_template_result')],
    [{ user_id: 1 }, index('task_user_result')],
    [{ user_id: 1, template_id: 1, status: ['success'] }, index('task_user_result')],
    [{ start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' }, index('task_project')],
    [{ text: 'fix' }, index('task_project')],
    [{ text: 'fix', template_id: 1 }, index('task_template')],
  ])('should be read for %j from $name alone', async (filter, { name }) => {
    const { sql, parameters } = taskIds({ projectId: test.projectId, max: 20, before: 1_000_000, ...filter });
    const plan = await test.dataSource.transaction(async (manager) => {
      await manager.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      await manager.query('set local enable_sort = off');
      return manager.query<object[]>(`explain ${sql}`, parameters);
    });
    const text = plan.map((line) => Object.values(line).join()).join('\n');
    expect(text).toMatch(new RegExp(`using ${name} on task`));
  });
});

describe('GET /tasks/{id}/queue', () => {
  const place = async (task: Task | undefined): Promise<unknown> =>
    (await test.admin.get(`/api/project/${task?.projectId}/tasks/${task?.id}/queue`)).json();

  it('should count the older tasks of the project that wait, also beyond a page of the history', async () => {
    const { dataSource } = test;
    const busy = await newTemplate(dataSource, { projectId: (await newProject(dataSource)).id });
    await newTask(dataSource, busy, { status: 'running' });
    for (let i = 0; i < 119; i++) {
      await newTask(dataSource, busy, { status: 'waiting' });
    }
    const confirmed = await newTask(dataSource, busy, { status: 'confirmed' });
    const last = await newTask(dataSource, busy, { status: 'waiting' });
    expect([await place(confirmed), await place(last)]).toEqual([{ before: 119 }, { before: 120 }]);
  });

  it('should be 0 for a task that waits for no runner', async () => {
    const [ended, first, second] = tasks.slice(57);
    expect([await place(ended), await place(first), await place(second)]).toEqual([
      { before: 0 },
      { before: 0 },
      { before: 1 },
    ]);
  });
});

describe('GET /templates', () => {
  it('should count the tasks of each template that have not ended', async () => {
    const list = (await test.manager.get(`${test.base}/templates`)).json<WireTemplate[]>();
    expect(list.map(({ name, active_tasks }) => [name, active_tasks])).toEqual([
      ['Backup', 0],
      ['Deploy', 2],
    ]);
    const one = (await test.manager.get(`${test.base}/templates/${deploy.id}`)).json<WireTemplate>();
    expect(one.active_tasks).toBe(2);
  });
});
