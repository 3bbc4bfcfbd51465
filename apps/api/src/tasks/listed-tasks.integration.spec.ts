import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate } from '@switchyard/contracts';
import type { Task } from '@switchyard/database';
import { newRunner, newSchedule, newTask, newTemplate, newUser } from '@switchyard/database/testing';
import { MAX_ANSWER_BYTES, MAX_LISTED_TEXT_BYTES } from '../platform/bounds.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { countStatements } from '../testing/statement-count.js';

let test: ProjectFixture;
let tasks: Task[];
let ids: Record<'template' | 'runner' | 'schedule' | 'person' | 'decider' | 'task', number>;

beforeAll(async () => {
  test = await startProjectFixture();
  const { dataSource, projectId } = test;
  const template = await newTemplate(dataSource, { projectId });
  const [runner, schedule] = [await newRunner(dataSource), await newSchedule(dataSource, template)];
  const [person, decider] = [await newUser(dataSource), await newUser(dataSource)];
  const by = { userId: person.id, decidedBy: decider.id, stoppedBy: decider.id };
  tasks = [];
  for (let i = 0; i < 20; i++) {
    const more = { ...by, runnerId: runner.id, scheduleId: schedule.id };
    tasks.push(await newTask(dataSource, template, { status: 'success', ended: new Date(), ...more }));
  }
  const [id] = tasks.map((task) => task.id);
  ids = {
    template: template.id,
    runner: runner.id,
    schedule: schedule.id,
    person: person.id,
    decider: decider.id,
    task: id ?? 0,
  };
});
afterAll(() => test.close());

const list = async (): Promise<TaskWithTemplate[]> => {
  const answer = await test.manager.get(`${test.base}/tasks`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return answer.json<TaskWithTemplate[]>();
};
const one = async (id: number): Promise<TaskWithTemplate> =>
  (await test.manager.get(`${test.base}/tasks/${id}`)).json<TaskWithTemplate>();

describe('a list of tasks that was read before', () => {
  it.each<[string, string, () => number]>([
    ['the task moves', `update task set status = 'error', end_reason = 'gone' where id = $1`, () => ids.task],
    ['a template is renamed', `update template set name = 'Another' where id = $1`, () => ids.template],
    ['a template gets another playbook', `update template set playbook = '' where id = $1`, () => ids.template],
    ['a runner is renamed', `update runner set name = 'another' where id = $1`, () => ids.runner],
    ['a schedule is renamed', `update schedule set name = 'another' where id = $1`, () => ids.schedule],
    ['a schedule is gone', 'delete from schedule where id = $1', () => ids.schedule],
    ['a person is renamed', `update "user" set name = 'Ä "B", (c)' where id = $1`, () => ids.person],
    ['who decided is renamed', `update "user" set name = 'Another' where id = $1`, () => ids.decider],
  ])('should show each task as it is now: %s', async (_, change, id) => {
    const before = await list();
    await test.dataSource.query(change, [id()]);
    const after = await list();
    expect(after).not.toEqual(before);
    expect(after).toEqual(await Promise.all(tasks.toReversed().map((task) => one(task.id))));
  });

  it('should neither hold a task that is gone nor miss a new one', async () => {
    const { dataSource } = test;
    await list();
    await dataSource.query('delete from task where id = $1', [tasks.pop()?.id]);
    const template = await newTemplate(dataSource, { projectId: test.projectId });
    tasks.push(await newTask(dataSource, template, { status: 'success', ended: new Date() }));
    expect((await list()).map(({ id }) => id)).toEqual(tasks.map(({ id }) => id).toReversed());
  });

  it('should show the version of the build that a task is made of as it is now', async () => {
    const { dataSource, projectId } = test;
    const build = await newTask(dataSource, await newTemplate(dataSource, { projectId }), { version: '1.0.0' });
    const deploy = await newTemplate(dataSource, { projectId });
    tasks.push(build, await newTask(dataSource, deploy, { status: 'success', buildTaskId: build.id }));
    await list();
    await dataSource.query(`update task set version = '1.0.1' where id = $1`, [build.id]);
    expect((await list())[0]?.build_task?.version).toBe('1.0.1');
    await dataSource.query('delete from task where id = any($1)', [tasks.splice(-2).map(({ id }) => id)]);
  });

  it('should read what has changed alone', async () => {
    const counter = countStatements();
    try {
      const statements = async (): Promise<number> => {
        const before = counter.read().run;
        await list();
        return counter.read().run - before;
      };
      // The app has statements of its own now and then; the fewest of some rounds are those of the list.
      const fewest = async (before: (round: number) => Promise<unknown>): Promise<number> => {
        const counts: number[] = [];
        for (let round = 0; round < 4; round += 1) {
          await before(round);
          counts.push(await statements());
        }
        return Math.min(...counts);
      };
      const unchanged = await fewest(list);
      const change = 'update task set message = $2 where id = $1';
      const changed = await fewest((round) => test.dataSource.query(change, [ids.task, `another ${round}`]));
      expect([changed, await fewest(list)]).toEqual([unchanged + 1, unchanged]);
    } finally {
      counter.stop();
    }
  });

  it('should end before it has more bytes than an answer may have', async () => {
    const { dataSource, projectId } = test;
    const template = await newTemplate(dataSource, { projectId });
    await dataSource.query(
      `insert into task (project_id, template_id, status, app, environment)
         select $1, $2, 'success', 'bash', repeat(chr(1), $3) from generate_series(1, 600)`,
      [projectId, template.id, MAX_LISTED_TEXT_BYTES],
    );
    for (let read = 0; read < 2; read++) {
      const answer = await test.manager.get(`${test.base}/templates/${template.id}/tasks`);
      const count = answer.json<TaskWithTemplate[]>().length;
      expect(answer.text.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
      expect(answer.text.length).toBeGreaterThan(MAX_ANSWER_BYTES * 0.9);
      expect(count).toBeLessThan(600);
    }
  });
});
