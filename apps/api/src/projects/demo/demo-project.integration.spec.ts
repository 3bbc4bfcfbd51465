import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectReadiness, Project, Template } from '@switchyard/contracts';
import { newRunner } from '@switchyard/database/testing';
import { newAccount, signIn, signInAs, type Client } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { SECRET, VAULT_KEY } from './demo-content.js';

let test: TestApp;
let admin: Client;
let base = '';
let projectId = 0;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
  const made = await admin.post('/api/projects', { name: 'Demo', demo: true });
  expect(made.status).toBe(201);
  projectId = made.json<Project>().id;
  base = `/api/project/${projectId}`;
});
afterAll(() => test.close());

const templates = async (): Promise<Template[]> => (await admin.get(`${base}/templates`)).json<Template[]>();
const named = async (name: string): Promise<Template> =>
  (await templates()).find((each) => each.name === name) as Template;

describe('a demo project', () => {
  it('should have templates for four apps, in three views, on the repository that comes with the runner', async () => {
    const [repository] = (await admin.get(`${base}/repositories`)).json<{ id: number }[]>();
    expect(repository).toMatchObject({ git_url: 'switchyard://demo', git_branch: 'main' });
    const all = await templates();
    expect(all.every((each) => each.repository_id === repository?.id && each.view_id !== null)).toBe(true);
    expect(new Set(all.map(({ app }) => app))).toEqual(new Set(['bash', 'python', 'ansible', 'terraform']));
    const views = (await admin.get(`${base}/views`)).json<{ title: string }[]>();
    expect(views.map(({ title }) => title)).toEqual(['Start here', 'Infrastructure', 'Releases']);
  });

  it('should have a build, a deploy that follows it and one that waits for people, both with the vault', async () => {
    const build = await named('Build storefront');
    expect(build).toMatchObject({ type: 'build', start_version: '1.0.0' });
    for (const [name, autorun] of [
      ['Deploy to staging', true],
      ['Deploy to production', false],
    ] as const) {
      const vaults = [{ type: 'password', name: null }];
      expect(await named(name)).toMatchObject({ type: 'deploy', build_template_id: build.id, autorun, vaults });
    }
  });

  it('should have a schedule that is paused, and a workspace of its own for Terraform', async () => {
    const paused = { active: false, tpl_name: 'System report', next_run_at: null };
    expect((await admin.get(`${base}/schedules`)).json()).toMatchObject([paused]);
    const network = await named('Network');
    const [workspace] = (await admin.get(`${base}/inventory?template_id=${network.id}`)).json<{ id: number }[]>();
    expect(network.inventory_id).toBe(workspace?.id);
  });

  it('should keep its secrets to itself, like those of people', async () => {
    const paths = ['environment', 'keys', 'templates', 'inventory', 'events/last'];
    const answers = await Promise.all(paths.map((path) => admin.get(`${base}/${path}`)));
    const text = answers.map((answer) => answer.text).join('') + test.logged();
    expect(text).toContain(VAULT_KEY.name);
    expect(text).not.toContain(SECRET.value);
    expect(text).not.toContain(VAULT_KEY.password);
  });
});

describe('GET /api/project/{id}/readiness', () => {
  const readiness = async (client: Client): Promise<ProjectReadiness> =>
    (await client.get(`${base}/readiness`)).json<ProjectReadiness>();

  it('should name what each template lacks before it is run, also to guests', async () => {
    const guest = await signInAs(test, projectId, 'guest');
    const { runners, blocked } = await readiness(guest);
    expect(runners).toEqual([]);
    expect(new Set(blocked.map(({ reason }) => reason.code))).toEqual(new Set(['no_runner']));
    expect(blocked).toHaveLength((await templates()).length);

    const apps = ['bash', 'python', 'ansible'].map((id) => ({ id, version: '1.2' }));
    await newRunner(test.dataSource, { local: true, apps, touched: new Date() });
    const now = await readiness(guest);
    expect(now.runners).toEqual([{ local: true, tags: [], apps }]);
    const { id } = await named('Network');
    const params = { tag: '', app: 'terraform' };
    expect(now.blocked).toMatchObject([{ template_id: id, reason: { code: 'no_matching_app', params } }]);
  });
});
