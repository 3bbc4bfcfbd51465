import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CurrentUser, ErrorBody, LoginData, Project, SystemInfo, Template } from '@switchyard/contracts';
import { isDemoDue } from '@switchyard/database';
import { isForPrograms } from '../../auth/access/access.js';
import { Client, cookieOf, newAccount, signIn } from '../../testing/client.js';
import { everyRoute } from '../../testing/routes.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { DemoReset } from './demo-reset.js';

describe('demo mode', () => {
  let test: TestApp;
  let admin: Client;

  beforeAll(async () => {
    test = await startTestApp({ SWITCHYARD_DEMO: 'true', SWITCHYARD_DEMO_TASKS_PER_MINUTE: '2' });
    admin = await signIn(test, await newAccount(test, { admin: true }));
    await reset();
  });
  afterAll(() => test.close());

  const reset = (): Promise<void> => test.app.get(DemoReset, { strict: false }).run();
  const end = (): Promise<unknown> => test.dataSource.query(`update demo set next_reset = now() - interval '1 s'`);

  async function visitor(): Promise<Client> {
    const stranger = new Client(test.address);
    const answer = await stranger.post('/api/auth/visitor');
    expect(answer.status).toBe(204);
    return stranger.with({ cookie: cookieOf(answer) });
  }
  const demoOf = async (client: Client): Promise<Project> =>
    (await client.get('/api/projects')).json<Project[]>()[0] as Project;
  async function launch(client: Client): Promise<{ status: number; code: string | undefined }> {
    const { id } = await demoOf(client);
    const [template] = (await client.get(`/api/project/${id}/templates`)).json<Template[]>();
    const answer = await client.post(`/api/project/${id}/tasks`, { template_id: template?.id });
    return { status: answer.status, code: answer.json<Partial<ErrorBody>>().code };
  }

  it('should refuse everybody every change that is not allowed, administrators, too, with its words', async () => {
    const changes = everyRoute().filter(({ method, rule }) => method !== 'GET' && !(rule && isForPrograms(rule)));
    expect(changes.length).toBeGreaterThan(100);
    const people = [await visitor(), admin];
    for (const { method, path, name } of changes.filter(({ demo }) => demo === undefined)) {
      for (const client of people) {
        const body = method === 'DELETE' ? undefined : {};
        const answer = await client.send(method as 'POST', `/${path.replace(/^\//, '').replace(/:\w+/g, '1')}`, body);
        const { code, error } = answer.json<ErrorBody>();
        expect([name, answer.status, code]).toEqual([name, 403, 'demo_mode']);
        expect(error).toContain('demo mode');
      }
    }
    const records = await test.dataSource.query<object[]>(`select 1 from audit where outcome = 'refused'`);
    expect(records).toEqual([]);
  });

  it('should let a visitor in without a password, to run the tasks of the demo project and to read', async () => {
    expect((await new Client(test.address).get('/api/auth/login')).json<LoginData>().demo).toBe(true);
    const client = await visitor();
    const user = (await client.get('/api/user')).json<CurrentUser>();
    expect(user).toMatchObject({ admin: false, external: true, can_create_project: false });
    const { id } = await demoOf(client);
    expect((await client.get(`/api/project/${id}/role`)).json()).toEqual({ role: 'task_runner', permissions: 1 });
    expect((await launch(client)).status).toBe(201);
    expect((await client.put('/api/user/options', { theme: 'dark', language: null })).status).toBe(204);
    expect((await client.get('/api/users/1')).json<object>()).not.toHaveProperty('email');
  });

  it('should let each visitor start a few tasks a minute', async () => {
    const [one, other] = [await visitor(), await visitor()];
    const first = [await launch(one), await launch(one), await launch(one)];
    expect(first.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(first[2]?.code).toBe('demo_task_limit');
    expect((await launch(other)).status).toBe(201);
  });

  it('should put a new project in the place of the old one when it is time, once, by one process of several', async () => {
    const client = await visitor();
    const before = await demoOf(client);
    await reset();
    expect((await demoOf(client)).id).toBe(before.id);
    const { demo } = (await client.get('/api/info')).json<SystemInfo>();
    expect(Date.parse(demo?.next_reset ?? '') - Date.now()).toBeGreaterThan(5 * 3_600_000);
    await end();
    expect(await isDemoDue(test.dataSource)).toBe(true);
    await Promise.all([reset(), reset()]);
    expect(await isDemoDue(test.dataSource)).toBe(false);
    const projects = (await client.get('/api/projects')).json<Project[]>();
    const kept = projects.filter(({ deleting }) => !deleting);
    expect(kept).toMatchObject([{ name: 'Demo', max_parallel_tasks: 4 }]);
    expect(kept[0]?.id).not.toBe(before.id);
    expect((await client.get(`/api/project/${before.id}/tasks`)).status).toBe(404);
    expect((await client.get(`/api/project/${kept[0]?.id}/tasks`)).json()).toEqual([]);
  });

  it('should forget visitors who have gone', async () => {
    const [gone, here] = [await visitor(), await visitor()];
    const { id } = (await gone.get('/api/user')).json<CurrentUser>();
    const long = `now() - interval '2 h'`;
    await test.dataSource.query(`update "user" set created = ${long} where visitor`);
    await test.dataSource.query(`update session set last_active = ${long} where user_id = $1`, [id]);
    await end();
    await reset();
    expect(await test.dataSource.query('select 1 from "user" where id = $1', [id])).toEqual([]);
    expect((await demoOf(here)).name).toBe('Demo');
  });

  it('should take no more visitors than there is room for, nor many of one address', async () => {
    await test.dataSource.query(
      `insert into "user" (username, name, email, visitor)
         select 'v' || n, 'v', 'v' || n, true from generate_series(1, 1000) n`,
    );
    const stranger = new Client(test.address);
    expect((await stranger.post('/api/auth/visitor')).json<ErrorBody>().code).toBe('demo_full');
    const answers = [];
    for (let tries = 0; tries < 10; tries += 1) {
      answers.push((await stranger.post('/api/auth/visitor')).json<ErrorBody>().code);
    }
    expect(answers).toContain('too_many_tries');
  });
});

describe('without demo mode', () => {
  it('should let nobody in without a password, and show no demo', async () => {
    const test = await startTestApp();
    expect((await new Client(test.address).post('/api/auth/visitor')).status).toBe(404);
    const admin = await signIn(test, await newAccount(test, { admin: true }));
    expect((await admin.get('/api/info')).json<SystemInfo>().demo).toBeNull();
    expect((await admin.get('/api/projects')).json()).toEqual([]);
    await test.close();
  });
});
