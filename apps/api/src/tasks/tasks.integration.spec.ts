import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ActiveTask, TaskWithTemplate } from '@switchyard/contracts';
import { Task, TaskError, TaskEvent, TaskHost, TaskSnapshot, TaskStage, type Template } from '@switchyard/database';
import { newInventory, newProject, newRunner, newTask, newTemplate } from '@switchyard/database/testing';
import { type Client, newAccount, signIn, signInAs } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

const ALL_PARAMS = {
  limit: ['web'],
  tags: ['a'],
  skip_tags: ['b'],
  debug: true,
  debug_level: 6,
  diff: true,
  dry_run: true,
  plan: true,
  destroy: true,
  auto_approve: true,
  upgrade: true,
  reconfigure: true,
};
const QUESTION = { title: 'T', description: '', values: [], default_value: '', required: false };

let test: ProjectFixture;
let runner: Client;

beforeAll(async () => {
  test = await startProjectFixture();
  runner = await signInAs(test, test.projectId, 'task_runner');
});
afterAll(() => test.close());

const template = (row: Partial<Template> = {}): Promise<Template> =>
  newTemplate(test.dataSource, { projectId: test.projectId, ...row });
const launch = (client: Client, { id }: Template, body: object = {}) =>
  client.post(`${test.base}/tasks`, { template_id: id, ...body });
async function launched(client: Client, on: Template, body: object = {}): Promise<TaskWithTemplate> {
  const answer = await launch(client, on, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<TaskWithTemplate>();
}
const stored = ({ id }: { id: number }): Promise<Task> => test.dataSource.getRepository(Task).findOneByOrFail({ id });

describe('what a launch may override', () => {
  it('should be nothing unless the template allows it', async () => {
    const bash = await template({ taskParams: {} });
    const task = await launched(test.manager, bash, {
      playbook: 'other.sh',
      arguments: '["--x"]',
      git_branch: 'evil',
      commit_hash: 'abcdef',
      params: ALL_PARAMS,
    });
    expect(task).toMatchObject({ playbook: '', arguments: null, git_branch: null, commit_hash: null, params: {} });
  });

  it.each([
    ['a JSON string', { arguments: '["--evil"]' }],
    ['a member of params', { params: { arguments: ['--evil'] } }],
    ['both at once', { arguments: '["--evil"]', params: { arguments: '["--evil"]' } }],
  ])('should drop arguments sent as %s', async (_what, body) => {
    const task = await stored(await launched(test.manager, await template(), body));
    expect(JSON.stringify(task)).not.toContain('--evil');
  });

  it.each([
    ['a list', ['--x']],
    ['a nested list', '[["--x"]]'],
    ['an object by unknown stage', '{"shell":["x"]}'],
  ])('should refuse arguments that are %s', async (_what, value) => {
    const on = await template({ allowOverrideArgsInTask: true });
    expect((await launch(test.manager, on, { arguments: value })).status).toBe(400);
  });

  it('should take the last of two members with one name, and drop it all the same', async () => {
    const { id } = await template();
    const body = `{"template_id":${id},"arguments":null,"arguments":"[\\"--evil\\"]"}`;
    const answer = await test.manager.post(`${test.base}/tasks`, body);
    expect(answer.json<TaskWithTemplate>().arguments).toBeNull();
  });

  it('should be what the template allows, by app', async () => {
    const inventory = await newInventory(test.dataSource, { projectId: test.projectId });
    const allowed = {
      allow_override_limit: true,
      allow_override_tags: true,
      allow_override_skip_tags: true,
      allow_debug: true,
      allow_override_inventory: true,
      allow_auto_approve: true,
      allow_destroy: true,
    };
    const more = { allowOverrideArgsInTask: true, allowOverrideBranchInTask: true, taskParams: allowed };
    const body = { arguments: '["-e"]', git_branch: 'next', commit_hash: 'abcdef', params: ALL_PARAMS };
    const ansible = await template({ app: 'ansible', inventoryId: inventory.id, ...more });
    const { plan: _p, destroy: _d, auto_approve: _a, upgrade: _u, reconfigure: _r, ...ansibleParams } = ALL_PARAMS;
    expect(await launched(test.manager, ansible, { ...body, inventory_id: inventory.id })).toMatchObject({
      arguments: '["-e"]',
      git_branch: 'next',
      commit_hash: 'abcdef',
      inventory_id: inventory.id,
      params: ansibleParams,
    });
    const terraform = await template({ app: 'terraform', ...more });
    const { params } = await launched(test.manager, terraform, body);
    expect(params).toEqual({ plan: true, destroy: true, auto_approve: true, upgrade: true, reconfigure: true });
  });

  it('should let a plan be upgraded but not approved or destroyed without leave', async () => {
    const { params } = await launched(test.manager, await template({ app: 'terraform' }), { params: ALL_PARAMS });
    expect(params).toEqual({ plan: true, upgrade: true, reconfigure: true });
  });

  it('should refuse an inventory of another project, or of a type that does not fit', async () => {
    const on = await template({ app: 'ansible', taskParams: { allow_override_inventory: true } });
    const { id: projectId } = await newProject(test.dataSource);
    const foreign = await newInventory(test.dataSource, { projectId });
    const workspace = await newInventory(test.dataSource, { projectId: test.projectId, type: 'terraform-workspace' });
    expect((await launch(test.manager, on, { inventory_id: foreign.id })).status).toBe(404);
    expect((await launch(test.manager, on, { inventory_id: workspace.id })).status).toBe(400);
  });
});

describe('the answer to a launch', () => {
  it('should be what the task reads as afterwards', async () => {
    const inventory = await newInventory(test.dataSource, { projectId: test.projectId, runnerTag: 'dmz' });
    const plain = await template({ app: 'ansible', inventoryId: inventory.id, taskParams: { allow_debug: true } });
    const build = await template({ type: 'build', startVersion: '1.0' });
    const deploy = await template({ type: 'deploy', buildTemplateId: build.id, allowAnyVarsInTask: true });
    const { id: built } = await newTask(test.dataSource, build, { status: 'success', version: '0.9' });
    for (const [on, body] of [
      [plain, { message: 'why', params: { debug: true, diff: true } }],
      [build, {}],
      [deploy, { build_task_id: built, environment: '{"b": [1], "a": {}}', secret: '{"password":"x"}' }],
    ] as const) {
      const task = await launched(runner, on, body);
      expect((await runner.get(`${test.base}/tasks/${task.id}`)).json()).toEqual(task);
      expect([task.user_name, task.waiting_reason]).toEqual([expect.any(String), expect.anything()]);
    }
  });

  it('should be the own one of each of many launches at the same moment, whatever becomes of the others', async () => {
    const all = [await template({ name: 'One' }), await template({ name: 'Two', allowParallelTasks: true })];
    const foreign = await newTemplate(test.dataSource, { projectId: (await newProject(test.dataSource)).id });
    const bodies = Array.from({ length: 12 }, (_, i) => ({ message: `m${i}` }));
    const answers = await Promise.all([
      launch(test.manager, foreign),
      ...bodies.map((body, i) => launch(test.manager, all[i % 2] ?? foreign, body)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, ...bodies.map(() => 201)]);
    for (const [i, answer] of answers.slice(1).entries()) {
      const task = answer.json<TaskWithTemplate>();
      expect(task).toMatchObject({ message: `m${i}`, template_id: all[i % 2]?.id, tpl_alias: all[i % 2]?.name });
      expect(await stored(task)).toMatchObject({ message: `m${i}`, templateId: all[i % 2]?.id });
    }
  });
});

describe('variables of a launch', () => {
  const launchedWith = (client: Client, on: Template, environment: object, secret: object = {}) =>
    launch(client, on, { environment: JSON.stringify(environment), secret: JSON.stringify(secret) });

  it('should be the answers to the questions, defaults filled in', async () => {
    const on = await template({
      surveyVars: [
        { ...QUESTION, name: 'zone', type: '', default_value: 'eu' },
        { ...QUESTION, name: 'count', type: 'int' },
        { ...QUESTION, name: 'note', type: '' },
      ],
    });
    const task = (await launchedWith(runner, on, { count: '3', note: '' })).json<TaskWithTemplate>();
    expect(JSON.parse(task.environment)).toEqual({ zone: 'eu', count: 3 });
  });

  it('should stay the same when the task is started again', async () => {
    const names = ['small', 'long', 'zeros'];
    const on = await template({ surveyVars: names.map((name) => ({ ...QUESTION, name, type: 'int' as const })) });
    const task = (
      await launchedWith(runner, on, { small: 7, long: '9'.repeat(20), zeros: '007' })
    ).json<TaskWithTemplate>();
    const again = (await runner.post(`${test.base}/tasks/${task.id}/restart`)).json<TaskWithTemplate>();
    for (const { environment } of [task, again]) {
      expect(JSON.parse(environment)).toEqual({ small: 7, long: '9'.repeat(20), zeros: '007' });
    }
  });

  it('should drop undeclared variables, unless the launcher may edit templates or the template allows it', async () => {
    const hostile = { ansible_ssh_common_args: '-oProxyCommand=id', LD_PRELOAD: '/x', nested: { a: [1] } };
    const strict = await template();
    expect((await launchedWith(runner, strict, hostile, { password: 'x' })).json<TaskWithTemplate>().environment).toBe(
      '',
    );
    expect((await stored((await launchedWith(runner, strict, hostile, { password: 'x' })).json())).secret).toBeNull();
    const open = await template({ allowAnyVarsInTask: true });
    for (const [client, on] of [
      [test.manager, strict],
      [runner, open],
    ] as const) {
      const task = (await launchedWith(client, on, hostile)).json<TaskWithTemplate>();
      expect(JSON.parse(task.environment)).toEqual({
        ansible_ssh_common_args: '-oProxyCommand=id',
        nested: { a: [1] },
      });
      expect(task.ignored).toEqual([{ kind: 'variable', name: 'LD_PRELOAD', reason: 'reserved' }]);
    }
  });

  it('should keep a secret answer sealed, wherever it was sent', async () => {
    const on = await template({ surveyVars: [{ ...QUESTION, name: 'password', type: 'secret', required: true }] });
    for (const answer of [
      await launchedWith(runner, on, { password: 'hunter22' }),
      await launchedWith(runner, on, {}, { password: 'hunter22' }),
    ]) {
      const task = answer.json<TaskWithTemplate>();
      expect([answer.status, task.environment, task.secret]).toEqual([201, '', '']);
      expect(JSON.stringify(await stored(task))).not.toContain('hunter22');
      expect((await stored(task)).secret).toMatch(/^\S+:\S+:/);
    }
  });

  it.each([
    ['a required one left out', {}, 'Zone is required'],
    ['letters for a number', { zone: 'eu', count: '1x' }, 'Count must consist of digits'],
    ['a value that is not offered', { zone: 'eu', size: 'xl' }, 'Size must be one of Small'],
  ])('should refuse %s', async (_what, environment, message) => {
    const on = await template({
      surveyVars: [
        { ...QUESTION, name: 'zone', title: 'Zone', type: '', required: true },
        { ...QUESTION, name: 'count', title: 'Count', type: 'int' },
        { ...QUESTION, name: 'size', title: 'Size', type: 'enum', values: [{ name: 'Small', value: 's' }] },
      ],
    });
    const answer = await launchedWith(runner, on, environment);
    expect([answer.status, answer.json<{ error: string }>().error]).toEqual([400, message]);
  });
});

describe('a deploy', () => {
  it('should take successful builds of its build template only', async () => {
    const build = await template({ type: 'build', startVersion: '1' });
    const { repositoryId } = build;
    const deploy = await template({ type: 'deploy', buildTemplateId: build.id, repositoryId });
    const good = await newTask(test.dataSource, build, { status: 'success', commitHash: 'cafe', version: '1' });
    const bad = await newTask(test.dataSource, build, { status: 'error' });
    const other = await newTask(test.dataSource, await template(), { status: 'success' });
    const statuses = [];
    for (const { id } of [good, bad, other]) {
      statuses.push((await launch(test.manager, deploy, { build_task_id: id })).status);
    }
    expect(statuses).toEqual([201, 400, 400]);
    const [task] = (await test.manager.get(`${test.base}/templates/${deploy.id}/tasks`)).json<TaskWithTemplate[]>();
    expect(task).toMatchObject({ build_task_id: good.id, commit_hash: 'cafe', build_task: { version: '1' } });
  });
});

describe('a plan that waits', () => {
  const waiting = async (rule: Partial<Template> = {}, userId: number | null = null): Promise<string> => {
    const on = await template({ app: 'terraform', ...rule });
    const planSummary = { add: 1, change: 2, destroy: 3, import: 0, outputs: 0 };
    const { id } = await newTask(test.dataSource, on, {
      status: 'waiting_confirmation',
      planned: new Date(),
      planSummary,
      userId,
    });
    return `${test.base}/tasks/${id}`;
  };

  it('should be confirmed once, with the name of who did it', async () => {
    const task = await waiting();
    expect((await runner.post(`${task}/confirm`)).status).toBe(204);
    const again = await test.manager.post(`${task}/confirm`);
    expect([again.status, again.json<{ error: string }>().error]).toEqual([409, expect.stringContaining('confirmed')]);
    const seen = (await runner.get(task)).json<TaskWithTemplate>();
    expect(seen).toMatchObject({ status: 'confirmed', plan_summary: { add: 1, change: 2, destroy: 3 } });
    expect([seen.planned, seen.decided_by, seen.decided]).toEqual(Array.from({ length: 3 }, () => expect.any(String)));
    expect(seen.waiting_reason).not.toBeNull();
  });

  it('should be confirmed by somebody else than its starter where the template asks for that, and rejected by anyone', async () => {
    const me = (await runner.get('/api/user')).json<{ id: number }>().id;
    const task = await waiting({ confirmationByOther: true }, me);
    const refused = await runner.post(`${task}/confirm`);
    expect([refused.status, refused.json()]).toMatchObject([403, { code: 'confirm_other' }]);
    expect((await test.manager.post(`${task}/confirm`)).status).toBe(204);
    expect((await runner.post(`${await waiting({ confirmationByOther: true }, me)}/reject`)).status).toBe(204);
  });

  it('should be confirmed by the role that the template asks for', async () => {
    const task = await waiting({ confirmationRole: 'owner' });
    const refused = await Promise.all([runner, test.manager].map((client) => client.post(`${task}/confirm`)));
    expect(refused.map((answer) => [answer.status, answer.json<{ code: string }>().code])).toEqual(
      Array(2).fill([403, 'confirm_owner']),
    );
    const owner = await signInAs(test, test.projectId, 'owner');
    expect((await owner.post(`${task}/confirm`)).status).toBe(204);
    expect((await runner.post(`${await waiting({ confirmationRole: 'manager' })}/confirm`)).status).toBe(403);
  });

  it('should keep the rule of a template that is stored without it', async () => {
    const { id, name, app, playbook, repositoryId } = await template({
      app: 'terraform',
      confirmationRole: 'manager',
      confirmationByOther: true,
    });
    const path = `${test.base}/templates/${id}`;
    const body = { id, project_id: test.projectId, name, app, playbook, repository_id: repositoryId };
    expect((await test.manager.put(path, body)).status).toBe(204);
    expect((await test.manager.get(path)).json()).toMatchObject({
      confirmation_role: 'manager',
      confirmation_by_other: true,
    });
  });

  it('should be rejected for good', async () => {
    const task = await waiting();
    expect((await runner.post(`${task}/reject`)).status).toBe(204);
    expect((await runner.post(`${task}/confirm`)).status).toBe(409);
    expect((await runner.post(`${task}/stop`)).status).toBe(204);
    expect((await runner.get(task)).json<TaskWithTemplate>()).toMatchObject({ status: 'rejected' });
  });

  it('should be out of reach for guests and strangers', async () => {
    const task = await waiting();
    const guest = await signInAs(test, test.projectId, 'guest');
    const stranger = await signIn(test, await newAccount(test));
    for (const verb of ['confirm', 'reject', 'stop', 'cancel', 'restart']) {
      expect((await guest.post(`${task}/${verb}`)).status).toBe(403);
      expect((await stranger.post(`${task}/${verb}`)).status).toBe(404);
    }
  });
});

describe('results of a task', () => {
  it('should be returned as they were stored', async () => {
    const on = await template({ app: 'ansible' });
    const { id: runnerId } = await newRunner(test.dataSource, { name: 'builder' });
    const { id: taskId } = await newTask(test.dataSource, on, { status: 'error', runnerId });
    const { manager } = test.dataSource;
    const counters = { changed: 1, failed: 2, ignored: 0, ok: 3, rescued: 0, skipped: 0, unreachable: 0 };
    await manager.insert(TaskHost, { taskId, host: 'web', ...counters });
    await manager.insert(TaskError, { taskId, index: 0, host: 'web', task: 'Copy', error: 'no space' });
    await manager.insert(TaskStage, { taskId, type: 'print_result', firstLine: 4, lastLine: 9 });
    await manager.insert(TaskStage, { taskId, type: 'init', firstLine: 0, lastLine: 3, started: new Date(0) });
    const snapshot = {
      repository: { id: 1, name: 'r', url: '/srv/code', branch: 'main', commit: null },
      playbook: 'run.sh',
      env: {},
      secret_names: [],
      params: {},
      arguments: [],
      variables: { a: 1 },
      inventory: { id: 1, name: 'i', type: 'static', content: null, sha256: 'x' },
    };
    await manager.query(`insert into inventory_content values ($1, 'x', 'web')`, [test.projectId]);
    await manager.insert(TaskSnapshot, {
      taskId,
      projectId: test.projectId,
      snapshot,
      inventorySha256: 'x',
      command: ['a', 'b'],
      toolVersion: '2',
      imageDigest: 'sha256:1',
    });
    const read = async <T>(what: string): Promise<T> =>
      (await runner.get(`${test.base}/tasks/${taskId}/${what}`)).json<T>();
    const ids = { id: expect.any(Number), task_id: taskId };
    const row = { ...ids, project_id: test.projectId, created: expect.any(String) };
    expect(await read('ansible/hosts')).toEqual([{ ...row, host: 'web', ...counters }]);
    expect(await read('ansible/errors')).toEqual([{ ...row, host: 'web', task: 'Copy', error: 'no space' }]);
    expect(await read('stages')).toEqual([
      {
        id: 1,
        task_id: taskId,
        type: 'init',
        start: '1970-01-01T00:00:00.000Z',
        end: null,
        start_output_id: 1,
        end_output_id: 4,
        result: null,
      },
      expect.objectContaining({ id: 2, type: 'queue' }),
      {
        id: 3,
        task_id: taskId,
        type: 'print_result',
        start: null,
        end: null,
        start_output_id: 5,
        end_output_id: 10,
        result: null,
      },
    ]);
    // The repository of an older task names no forge.
    expect(await read('repository')).toEqual({ ...snapshot.repository, forge: '', web_url: '' });
    expect(await read('snapshot')).toMatchObject({
      variables: { a: 1 },
      inventory: { content: 'web' },
      command: ['a', 'b'],
      tool_version: '2',
      image: null,
      image_digest: 'sha256:1',
      runner: { id: runnerId, name: 'builder' },
    });
  });

  it('should not be returned through another project', async () => {
    const { id: projectId } = await newProject(test.dataSource);
    const { id } = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId }));
    for (const what of [
      'ansible/hosts',
      'ansible/errors',
      'stages',
      'snapshot',
      'repository',
      'output',
      'raw_output',
    ]) {
      expect((await runner.get(`${test.base}/tasks/${id}/${what}`)).status).toBe(404);
    }
  });
});

describe('more verbs', () => {
  it('should start an earlier task again with what it was given', async () => {
    const on = await template({ surveyVars: [{ ...QUESTION, name: 'password', type: 'secret' }] });
    const first = await launched(test.manager, on, { message: 'first', secret: '{"password":"hunter22"}' });
    const answer = await runner.post(`${test.base}/tasks/${first.id}/restart`);
    const again = answer.json<TaskWithTemplate>();
    expect([answer.status, again.message, again.id > first.id]).toEqual([201, 'first', true]);
    expect((await stored(again)).secret).not.toBeNull();
  });

  it('should stop every task of a template', async () => {
    const on = await template();
    const ids = [await launched(runner, on), await launched(runner, on)].map(({ id }) => id);
    expect((await runner.post(`${test.base}/templates/${on.id}/stop_all_tasks`)).status).toBe(204);
    expect(await Promise.all(ids.map(async (id) => (await stored({ id })).status))).toEqual(['stopped', 'stopped']);
  });

  it('should name who stopped a task, whether a runner has it or not', async () => {
    const on = await template();
    const held = await newTask(test.dataSource, on, { status: 'running', attemptNumber: 1 });
    const queued = await newTask(test.dataSource, on);
    const untouched = await newTask(test.dataSource, on);
    const { user_name: name, user_id: actorId } = await launched(runner, on);
    await runner.post(`${test.base}/tasks/${held.id}/stop`);
    await runner.post(`${test.base}/tasks/${queued.id}/cancel`);
    const stoppers = new Map(
      (await runner.get(`${test.base}/templates/${on.id}/tasks`))
        .json<TaskWithTemplate[]>()
        .map(({ id, status, stopped_by }) => [id, [status, stopped_by]]),
    );
    expect([held, queued, untouched].map(({ id }) => stoppers.get(id))).toEqual([
      ['stopping', name],
      ['stopped', name],
      ['waiting', null],
    ]);
    expect(await test.dataSource.manager.findBy(TaskEvent, { taskId: held.id })).toMatchObject([{ actorId }]);
    expect(await test.dataSource.manager.findBy(TaskEvent, { taskId: queued.id })).toMatchObject([{ actorId }]);
  });

  it('should stop all the others when one cannot be stopped', async () => {
    const on = await template();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => (await newTask(test.dataSource, on)).id));
    const damaged = ids[5] ?? 0;
    await test.dataSource.query(
      `create function refuse_row() returns trigger language plpgsql as
         $$ begin raise exception 'the row is damaged' using errcode = '22023'; end $$`,
    );
    await test.dataSource.query(
      `create trigger refused before update on task for each row when (old.id = ${damaged}) execute function refuse_row()`,
    );
    expect((await runner.post(`${test.base}/templates/${on.id}/stop_all_tasks`)).status).toBeGreaterThanOrEqual(400);
    await test.dataSource.query('drop trigger refused on task');
    const statuses = await Promise.all(ids.map(async (id) => (await stored({ id })).status));
    expect(statuses).toEqual(ids.map((id) => (id === damaged ? 'waiting' : 'stopped')));
    const audited = await test.dataSource.query<object[]>(
      `select object_id from audit where object_type = 'task' and object_id = any($1)`,
      [ids.map(String)],
    );
    expect(audited).toHaveLength(11);
  });

  it('should show and stop active tasks of every project to administrators only', async () => {
    const admin = await signIn(test, await newAccount(test, { admin: true }));
    const { id } = await launched(runner, await template({ name: 'Listed' }));
    const listed = (await admin.get('/api/tasks')).json<ActiveTask[]>().find((task) => task.task_id === id);
    expect(listed).toMatchObject({ status: 'waiting', location: 'queue', template_name: 'Listed' });
    expect(Object.keys(listed ?? {})).not.toContain('runner_id');
    expect((await runner.get('/api/tasks')).status).toBe(403);
    expect((await runner.delete(`/api/tasks/${id}`)).status).toBe(403);
    expect((await admin.delete(`/api/tasks/${id}`)).status).toBe(204);
    expect((await admin.delete('/api/tasks/999999')).status).toBe(204);
    expect((await stored({ id })).status).toBe('stopped');
  });
});
