import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '@switchyard/contracts';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

/**
 * Requests of the reference product's Terraform provider: empty members are left out, each object is read back
 * after it was written, and what was sent must come back. It works with an API token.
 */
type Ids = Record<string, number>;
type Body = Record<string, unknown>;

interface Step {
  /** By which later steps know the id. */
  as: string;
  /** Path of the list; the object is below it. */
  path: (ids: Ids) => string;
  body: (ids: Ids) => Body;
  /** Members that a change sends beside the body. */
  change?: (ids: Ids) => Body;
  /** Members that are written only. */
  hidden?: string[];
  /** The list is read instead of the object. */
  listed?: boolean;
  /** Status of the answer to its creation, where that is not 201. */
  answers?: number;
  /** Member that names the object, where that is not its id. */
  key?: string;
  /** Body that is sent instead of the whole one to change it. */
  changes?: (ids: Ids) => Body;
}

let test: TestApp;
let token: Client;

beforeAll(async () => {
  test = await startTestApp((address) => ({ SWITCHYARD_HOST: '127.0.0.1', SWITCHYARD_PORT: new URL(address).port }));
  const session = await signIn(test, await newAccount(test, { admin: true }));
  const { id } = (await session.post('/api/user/tokens', { scopes: ['accounts', 'lasting'] })).json<ApiToken>();
  token = new Client(test.address, { authorization: `Bearer ${id}` });
});
afterAll(() => test.close());

const inProject =
  (path: string) =>
  ({ project }: Ids): string =>
    `/api/project/${project}/${path}`;
/** Every body names its project. */
const of = ({ project }: Ids, members: Body): Body => ({ project_id: project, ...members });

const key = (as: string, body: Body, change: Body, hidden: string[]): Step => ({
  as,
  path: inProject('keys'),
  body: (ids) => of(ids, { name: as, ...body }),
  change: () => ({ name: `${as} changed`, override_secret: true, ...change }),
  hidden: ['override_secret', ...hidden],
  listed: true,
});

const inventory = (as: string, body: (ids: Ids) => Body): Step => ({
  as,
  path: inProject('inventory'),
  body: (ids) => of(ids, { name: as, ssh_key_id: ids.none, ...body(ids) }),
  change: () => ({ name: `${as} changed` }),
});

const template = (as: string, body: (ids: Ids) => Body, change: (ids: Ids) => Body = () => ({})): Step => ({
  as,
  path: inProject('templates'),
  body: (ids) => {
    const environment = { environment_id: ids.group, environment_ids: [ids.group] };
    const common = { ...environment, inventory_id: ids.static, repository_id: ids.https };
    return of(ids, {
      ...common,
      name: as,
      playbook: 'site.yml',
      arguments: '[]',
      survey_vars: [],
      vaults: [],
      ...body(ids),
    });
  },
  change: (ids) => ({ name: `${as} changed`, git_branch: 'staging', arguments: '["--help"]', ...change(ids) }),
});

const STEPS: Step[] = [
  {
    as: 'project',
    path: () => '/api/projects',
    body: () => ({ name: 'site', alert: true, alert_chat: '7', max_parallel_tasks: 0 }),
    listed: true,
  },
  key('none', { type: 'none' }, {}, []),
  key('login', { type: 'login_password', login_password: { login: 'l', password: 'p' } }, { ssh: {} }, [
    'login_password',
    'ssh',
  ]),
  key('vault', { type: 'login_password', login_password: { password: 'p' } }, { ssh: {} }, ['login_password', 'ssh']),
  key('ssh', { type: 'ssh', ssh: { login: 'git', private_key: 'dummy' } }, { login_password: {} }, [
    'login_password',
    'ssh',
  ]),
  {
    as: 'https',
    path: inProject('repositories'),
    body: (ids) =>
      of(ids, { name: 'https', git_url: 'https://git.test/a.git', git_branch: 'main', ssh_key_id: ids.none }),
    change: (ids) => ({ git_url: 'git@git.test:a/b.git', ssh_key_id: ids.ssh }),
  },
  {
    as: 'local',
    path: inProject('repositories'),
    body: (ids) => of(ids, { name: 'local', git_url: '/srv/code', ssh_key_id: ids.none }),
    change: () => ({ name: 'directory' }),
  },
  inventory('static', ({ none }) => ({ type: 'static', inventory: '[web]\nlocalhost', become_key_id: none })),
  inventory('yaml', ({ login }) => ({ type: 'static-yaml', inventory: 'all:\n  hosts: {}\n', become_key_id: login })),
  inventory('file', ({ https }) => ({ type: 'file', inventory: 'path/to/inventory', repository_id: https })),
  inventory('workspace', () => ({ type: 'terraform-workspace', inventory: 'production' })),
  {
    as: 'group',
    path: inProject('environment'),
    body: (ids) => of(ids, { name: 'group', json: '{"a":"b"}', env: '{"A":"1"}' }),
    change: () => ({ json: '{}', env: '{}' }),
  },
  {
    as: 'view',
    path: inProject('views'),
    body: (ids) => of(ids, { title: 'web', position: 3 }),
    change: () => ({ title: 'api' }),
  },
  template(
    'ansible',
    ({ view }) => ({ app: 'ansible', description: 'd', view_id: view, allow_override_args_in_task: true }),
    () => ({ task_params: { params: { tags: ['a'], debug: true }, environment: '{"A": 1}', git_branch: 'x' } }),
  ),
  template(
    'survey',
    ({ vault }) => ({
      app: 'ansible',
      survey_vars: [
        { name: 'a', title: 'A', type: 'string', required: true, description: 'd' },
        { name: 'b', title: 'B', type: 'integer' },
        { name: 'c', title: 'C', type: 'secret' },
        { name: 'd', title: 'D', type: 'enum', values: [{ name: 'one', value: '1' }] },
      ],
      vaults: [
        { name: 'prod', type: 'password', vault_key_id: vault },
        { name: 'script', type: 'script', script: 'vault-client.py' },
      ],
    }),
    () => ({ survey_vars: [{ name: 'b', title: 'B', type: 'integer', required: true }] }),
  ),
  template(
    'build',
    () => ({ app: 'ansible', type: 'build' }),
    () => ({ start_version: '1.0.0' }),
  ),
  template(
    'deploy',
    ({ build }) => ({ app: 'ansible', type: 'deploy', build_template_id: build }),
    () => ({ autorun: true }),
  ),
  template('terraform', ({ workspace }) => ({ app: 'terraform', playbook: 'infra', inventory_id: workspace })),
  template('unused inventory', () => ({ app: 'tofu', playbook: '.' })),
  template(
    'bash',
    () => ({ app: 'bash', playbook: 'run.sh' }),
    () => ({ suppress_success_alerts: true }),
  ),
  {
    as: 'schedule',
    path: inProject('schedules'),
    body: (ids) => of(ids, { template_id: ids.bash, name: 'nightly', cron_format: '0 4 * * *', active: true }),
    change: () => ({ cron_format: '*/5 * * * *' }),
  },
  {
    as: 'open integration',
    path: inProject('integrations'),
    body: (ids) => of(ids, { template_id: ids.bash, name: 'open', auth_method: 'none' }),
    change: () => ({ searchable: true }),
  },
  {
    as: 'integration',
    path: inProject('integrations'),
    body: (ids) =>
      of(ids, {
        template_id: ids.bash,
        name: 'hub',
        auth_method: 'github',
        auth_secret_id: ids.login,
        auth_header: 'X-Kept',
      }),
    change: () => ({ auth_method: 'token', auth_header: 'X-Token' }),
  },
  {
    as: 'matcher',
    path: ({ project, integration }) => `/api/project/${project}/integrations/${integration}/matchers`,
    body: ({ integration }) => ({
      integration_id: integration,
      name: 'm',
      match_type: 'body',
      method: 'equals',
      body_data_type: 'json',
      key: 'ref',
      value: 'refs/heads/main',
    }),
    change: () => ({ value: 'refs/heads/next' }),
    answers: 200,
  },
  {
    as: 'value',
    path: ({ project, integration }) => `/api/project/${project}/integrations/${integration}/values`,
    body: ({ integration }) => ({
      integration_id: integration,
      name: 'v',
      value_source: 'header',
      key: 'X-Name',
      variable: 'name',
    }),
    change: () => ({ variable: 'other' }),
  },
  {
    as: 'user',
    path: () => '/api/users',
    body: () => ({ username: 'jane', name: 'Jane', email: 'jane@example.test', admin: true }),
    changes: () => ({ username: 'jane', name: 'Jane D.', email: 'jane@example.test', alert: true }),
  },
  {
    as: 'external user',
    path: () => '/api/users',
    body: () => ({ username: 'afar', name: 'Afar', email: 'afar', external: true }),
    changes: () => ({ username: 'afar', name: 'From afar', email: 'afar' }),
  },
  {
    as: 'member',
    path: inProject('users'),
    body: ({ user }) => ({ user_id: user, role: 'manager' }),
    changes: () => ({ role: 'guest' }),
    hidden: ['user_id'],
    listed: true,
    key: 'user_id',
    answers: 204,
  },
  {
    as: 'runner',
    path: () => '/api/runners',
    body: () => ({ name: 'global', active: true, max_parallel_tasks: 2, is_default: true }),
    change: () => ({ name: 'renamed', is_default: false }),
  },
  {
    as: 'project runner',
    path: inProject('runners'),
    body: () => ({ name: 'own', active: true, tags: ['web'] }),
    change: () => ({ tags: ['web', 'api'] }),
  },
];

const ids: Ids = {};
const pathOf = ({ as, path }: Step): string =>
  as === 'project' ? `/api/project/${ids.project}` : `${path(ids)}/${ids[as]}`;

async function readBack(step: Step): Promise<Body> {
  if (!step.listed) {
    return (await token.get(pathOf(step))).json<Body>();
  }
  const rows = (await token.get(step.path(ids))).json<Body[]>();
  return rows.find(({ id }) => id === ids[step.as]) ?? {};
}

/** Members of objects within lists that nobody sent, such as ids, are no difference; nor is an empty list none. */
const expected = (value: unknown): unknown =>
  Array.isArray(value) && value.some((each) => typeof each === 'object')
    ? value.map((each: object) => expect.objectContaining(each))
    : value;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const shown = ({ hidden = [] }: Step, sent: Body): Body =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      hidden.includes(name) || isEmptyList(value) ? [] : [[name, expected(value)]],
    ),
  );

const sentChange = (step: Step): Body =>
  step.changes?.(ids) ?? { ...step.body(ids), ...step.change?.(ids), id: ids[step.as] };

describe('the reference product’s Terraform provider', () => {
  it.each(STEPS.map((step): [string, Step] => [step.as, step]))(
    'should create %s and find what it sent',
    async (as, step) => {
      const sent = step.body(ids);
      const answer = await token.post(step.path(ids), sent);
      expect([answer.status, answer.text]).toEqual([step.answers ?? 201, expect.any(String)]);
      ids[as] = step.key ? (sent[step.key] as number) : answer.json<{ id: number }>().id;
      expect(await readBack(step)).toMatchObject(shown(step, sent));
    },
  );

  it('should find null where it sent nothing', async () => {
    expect((await token.get(`/api/project/${ids.project}/templates/${ids.ansible}`)).json()).toMatchObject({
      task_params: null,
      survey_vars: null,
      git_branch: null,
      start_version: null,
      runner_tag: null,
    });
    const integration = await token.get(`/api/project/${ids.project}/integrations/${ids['open integration']}`);
    expect(integration.json()).toMatchObject({ task_params: null, auth_secret_id: null });
  });

  it('should create, move and remove the secrets of a variable group by their ids', async () => {
    const step = STEPS.find(({ as }) => as === 'group') as Step;
    const put = async (secrets: Body[]): Promise<{ id: number; name: string }[]> => {
      expect((await token.put(pathOf(step), { ...step.body(ids), id: ids.group, secrets })).status).toBe(204);
      return (await readBack(step)).secrets as { id: number; name: string }[];
    };
    const made = await put(['a', 'b'].map((name) => ({ name, type: 'var', secret: 's', operation: 'create' })));
    expect(made.map(({ name }) => name)).toEqual(['a', 'b']);
    const [first, second] = made.map(({ id }) => id);
    // The first of the list is taken out: the list moves up.
    const moved = await put([
      { id: first, name: 'b', type: 'var', operation: 'update' },
      { id: second, type: 'var', operation: 'delete' },
    ]);
    expect(moved).toMatchObject([{ id: first, name: 'b' }]);
  });

  it.each(STEPS.filter(({ change, changes }) => change || changes).map((step): [string, Step] => [step.as, step]))(
    'should change %s and find what it sent',
    async (_, step) => {
      const sent = sentChange(step);
      const answer = await token.put(pathOf(step), sent);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await readBack(step)).toMatchObject(shown(step, sent));
      expect((await token.put(pathOf(step), sent)).status).toBe(204);
      expect(await readBack(step)).toMatchObject(shown(step, sent));
    },
  );

  it('should find each object in its list, by which it imports', async () => {
    // A workspace that is attached to a template is listed with that template.
    for (const step of STEPS.filter(({ as }) => as !== 'workspace')) {
      const rows = (await token.get(step.path(ids))).json<{ id: number }[]>();
      expect([step.as, rows.map(({ id }) => id)]).toEqual([step.as, expect.arrayContaining([ids[step.as]])]);
    }
  });

  it('should make and remove addresses of an integration, and get a registration token by both names', async () => {
    const aliases = `/api/project/${ids.project}/integrations/${ids.integration}/aliases`;
    const alias = (await token.post(aliases)).json<{ id: number; url: string }>();
    expect((await token.get(aliases)).json()).toMatchObject([{ id: alias.id }]);
    expect(alias.url).toMatch(new RegExp(`^${test.address}/api/integrations/[a-z0-9]{26}$`));
    expect((await token.delete(`${aliases}/${alias.id}`)).status).toBe(204);
    const answer = await token.post(`/api/runners/${ids.runner}/registration-token`);
    const made = answer.json<{ token: string; registration_token: string }>();
    expect([answer.status, made.token]).toEqual([200, made.registration_token]);
    expect((await token.get(`/api/runners/${ids.runner}`)).json()).toMatchObject({ registered: false });
  });

  it('should set a password of a user', async () => {
    const answer = await token.post(`/api/users/${ids.user}/password`, { password: 'correct horse' });
    expect(answer.status).toBe(204);
  });

  it('should destroy all of it in the reverse order, and find nothing of it', async () => {
    for (const step of [...STEPS].reverse()) {
      const answer = await token.delete(pathOf(step));
      expect([step.as, answer.status, answer.text]).toEqual([step.as, 204, '']);
    }
    const projects = (await token.get('/api/projects')).json<{ id: number }[]>();
    expect(projects.map(({ id }) => id)).not.toContain(ids.project);
    const users = (await token.get('/api/users')).json<{ username: string }[]>();
    expect(users.map(({ username }) => username)).not.toEqual(expect.arrayContaining(['jane']));
  });
});
