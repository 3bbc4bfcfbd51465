import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Audit, PullRequestHead, type Task, type Template } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { signInAs } from '../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';

const COMMIT = 'a'.repeat(40);
const PULL = { number: 7, title: 'Add a bucket', url: null, fork: false };
let test: ProjectFixture;
let template: Template;
let plan: Task;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { dataSource, projectId } = test;
  template = await newTemplate(dataSource, {
    projectId,
    app: 'terraform',
    pullRequests: true,
    pullRequestApply: 'members',
  });
  plan = await newTask(dataSource, template, {
    status: 'success',
    app: 'terraform',
    pullRequest: PULL,
    commitHash: COMMIT,
    params: { plan: true },
    ended: new Date(),
  });
  const head = { templateId: template.id, number: 7, commitHash: COMMIT, closed: false, changed: new Date() };
  await dataSource.manager.insert(PullRequestHead, head);
});

const path = () => `${test.base}/tasks/${plan.id}/apply`;
const rule = (sql: string) => test.dataSource.query(`update template set ${sql} where id = $1`, [template.id]);
const as = (role: 'guest' | 'task_runner' | 'manager' | 'owner') => signInAs(test, test.projectId, role);

describe('POST …/tasks/{id}/apply', () => {
  it('should start a task that applies the reviewed plan, for who may run tasks, once', async () => {
    const [runner, guest] = [await as('task_runner'), await as('guest')];
    expect((await guest.post(path())).status).toBe(403);
    expect((await guest.get(path())).json()).toEqual({ problem: null });
    const answer = await runner.post(path());
    const task = answer.json<TaskWithTemplate>();
    expect([answer.status, task]).toMatchObject([
      201,
      {
        commit_hash: COMMIT,
        pull_request: PULL,
        params: {},
        review: { task_id: plan.id, way: 'members', plan: 'pending' },
      },
    ]);
    const again = await runner.post(path());
    expect([again.status, again.json()]).toMatchObject([409, { code: 'review_applied', params: { task: task.id } }]);
    expect((await guest.get(path())).json()).toMatchObject({ problem: { code: 'review_applied' } });
    const [record] = await test.dataSource.manager.findBy(Audit, {
      objectType: 'task',
      objectId: String(task.id),
    });
    expect(record?.after).toMatchObject({ review: { task_id: plan.id, way: 'members' } });
  });

  it('should obey the rules of the template for confirmations', async () => {
    await rule(`confirmation_role = 'manager'`);
    const runner = await as('task_runner');
    const refused = await runner.post(path());
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'confirm_manager' }]);
    await rule('confirmation_by_other = true');
    const manager = await as('manager');
    const { id } = (await manager.get('/api/user')).json<{ id: number }>();
    await test.dataSource.query('update task set user_id = $2 where id = $1', [plan.id, id]);
    expect((await manager.post(path())).json()).toMatchObject({ code: 'confirm_other' });
    expect((await (await as('manager')).post(path())).status).toBe(201);
  });

  it('should be refused where the template lets nobody do so, and of no task of another project', async () => {
    await rule(`pull_request_apply = 'nobody'`);
    const manager = await as('manager');
    const refused = await manager.post(path());
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'review_way' }]);
    expect((await manager.post(`${test.base}/tasks/999999/apply`)).status).toBe(404);
    expect((await manager.get(`${test.base}/tasks/999999/apply`)).status).toBe(404);
  });

  it('should be refused on merge beside a rule for confirmations, also where one of them was stored before', async () => {
    const at = `${test.base}/templates/${template.id}`;
    const stored = (await test.manager.get(at)).json<object>();
    const put = (part: object) => test.manager.put(at, { ...stored, ...part });
    const refused = { issues: [{ path: ['pull_request_apply'], code: 'merge_without_rule' }] };
    for (const rules of [{ confirmation_by_other: true }, { confirmation_role: 'owner' }]) {
      const answer = await put({ pull_request_apply: 'merge', ...rules });
      expect([answer.status, answer.json()]).toMatchObject([400, refused]);
    }
    expect((await put({ pull_request_apply: 'merge' })).status).toBe(204);
    const answer = await put({ pull_request_apply: undefined, confirmation_by_other: true });
    expect([answer.status, answer.json()]).toMatchObject([400, refused]);
    expect((await put({ pull_request_apply: 'comment', confirmation_by_other: true })).status).toBe(204);
  });
});
