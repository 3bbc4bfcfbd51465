import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ApiToken,
  type ApplyPreview,
  type Backup,
  BACKUP_SECTIONS,
  type RestoredProject,
} from '@switchyard/contracts';
import { AccessKey, Audit, Environment, EnvironmentSecret, Project, Task, Template } from '@switchyard/database';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { generatedBackup } from '../../testing/generated-backup.js';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

type Document = Record<string, unknown>;

let projects = 0;

async function restored(document: Document): Promise<number> {
  const meta = { ...Object(document['meta']), name: `applied ${(projects += 1)}` };
  const answer = await test.admin.post('/api/projects/restore', { ...document, meta });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json<RestoredProject>().id;
}

const backup = async (id: number): Promise<Backup> =>
  (await test.admin.get(`/api/project/${id}/backup`)).json<Backup>();

/** Files of a project. */
const filesOf = ({ meta, members: _members, integration_aliases: _aliases, ...lists }: Backup): Document => ({
  meta,
  ...lists,
});
const withoutName = (file: Document): Document => ({ ...file, meta: { ...Object(file['meta']), name: '' } });

async function apply(id: number, file: Document, query = ''): Promise<ApplyPreview> {
  const answer = await test.admin.post(`/api/project/${id}/apply${query}`, file);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json<ApplyPreview>();
}

const plan = async (id: number, file: Document, query = ''): Promise<ApplyPreview> =>
  (await test.admin.post(`/api/project/${id}/apply/plan${query}`, file)).json<ApplyPreview>();

const shown = ({ changes }: ApplyPreview): string[] =>
  changes.map(({ section, name, action }) => `${action} ${section} ${name}`);

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe('a project whose files are applied', () => {
  it.each(Array.from({ length: 4 }, (_, index) => SEED + index))(
    'should be the same in another project, and change nothing where it is from, seed %i',
    async (seed) => {
      const id = await restored(generatedBackup(seed));
      const files = filesOf(await backup(id));
      const same = await plan(id, files, '?prune=true');
      expect([same.changes, same.notes]).toEqual([[], []]);
      expect(same.unchanged).toBe(BACKUP_SECTIONS.flatMap((section) => files[section]).length);

      const { id: other } = (await test.admin.post('/api/projects', { name: 'empty' })).json<{ id: number }>();
      await apply(other, files, '?prune=true');
      expect(withoutName(filesOf(await backup(other)))).toEqual(withoutName(files));
      expect((await apply(other, files, '?prune=true')).changes).toEqual([]);
    },
    60_000,
  );

  it.each(Array.from({ length: 4 }, (_, index) => SEED + index))(
    'should become another one, seed %i',
    async (seed) => {
      const id = await restored(generatedBackup(seed));
      const files = filesOf(await backup(await restored(generatedBackup(seed + 1000))));
      const planned = await plan(id, files, '?prune=true');
      const done = await apply(id, files, '?prune=true');
      expect(done.changes).toEqual(planned.changes);
      const after = filesOf(await backup(id));
      const sorted = (file: Document): Document =>
        Object.fromEntries(
          Object.entries(withoutName(file)).map(([name, list]) => [
            name,
            Array.isArray(list) ? list.map((each) => JSON.stringify(each, withoutAliases)).sort() : list,
          ]),
        );
      expect(sorted(after)).toEqual(sorted(files));
      expect((await plan(id, files, '?prune=true')).changes).toEqual([]);
    },
    60_000,
  );
});

/** Addresses that are there stay, whatever files hold. */
const withoutAliases = (name: string, value: unknown): unknown => (name === 'aliases' ? undefined : value);

describe('GET /api/project_files/schema', () => {
  it.each(Array.from({ length: 4 }, (_, index) => SEED + index))(
    'should hold what files of a project are, seed %i',
    async (seed) => {
      const schema = (await test.admin.get('/api/project_files/schema')).json<object>();
      const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
      const { meta, ...lists } = filesOf(await backup(await restored(generatedBackup(seed)))) as { meta: Document };
      const { type: _, ...project } = meta;
      const files = { project, ...lists };
      expect([isValid(files), isValid.errors]).toEqual([true, null]);
      expect(isValid({ templates: [{ name: 't', playbok: 'x' }] })).toBe(false);
      expect(isValid({ templates: [{ playbook: 'x' }] })).toBe(false);
      expect(isValid({ keys: [{ name: 'k', type: 'none', secret: 'x' }] })).toBe(false);
    },
    60_000,
  );
});

describe('POST /api/project/:projectId/apply', () => {
  const file = {
    keys: [{ name: 'git', type: 'login_password' }],
    repositories: [{ name: 'r', git_url: 'https://git.example/a.git', git_branch: 'main', ssh_key: 'git' }],
    environments: [{ name: 'e', json: '{}', secrets: [{ type: 'var', name: 'TOKEN' }] }],
    templates: [
      {
        name: 't',
        app: 'bash',
        playbook: 'x.sh',
        repository: 'r',
        environment: 'e',
        survey_vars: [{ name: 'pin', title: 'Pin', type: 'secret' }],
      },
    ],
  };

  it('should create, change and delete, and say what of each', async () => {
    const id = await restored(file);
    const [template] = file.templates;
    const changed = {
      views: [{ title: 'Web', position: 0 }],
      templates: [
        { ...template, playbook: 'y.sh', view: 'Web' },
        { ...template, name: 'u' },
      ],
    };
    const planned = await plan(id, changed);
    expect(shown(planned)).toEqual(['create views Web', 'update templates t', 'create templates u']);
    expect(planned.changes[1]?.members).toEqual([
      { name: 'playbook', before: '"x.sh"', after: '"y.sh"' },
      { name: 'view', after: '"Web"' },
    ]);
    expect(shown(await apply(id, changed))).toEqual(shown(planned));
    expect(shown(await apply(id, { templates: [changed.templates[0]] }))).toEqual([]);
    const pruned = await apply(id, { templates: [changed.templates[0]] }, '?prune=true');
    expect([shown(pruned), pruned.unchanged]).toEqual([['delete templates u'], 1]);
    expect((await activities({ ...test, projectId: id }, 1))[0]).toMatch(
      /^project: Project applied \d+ changed by files: 0 created, 0 changed, 1 deleted$/,
    );
    expect((await backup(id)).views).toHaveLength(1);
    const records = await test.dataSource.manager.findBy(Audit, { projectId: id, objectType: 'template' });
    expect(records.map(({ before, after }) => [before !== null, after !== null])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, true],
        [true, false],
      ]),
    );
  });

  it('should keep secrets where they are for the same thing, and nowhere else', async () => {
    const id = await restored(file);
    const base = `/api/project/${id}`;
    const one = async (path: string) => (await test.admin.get(`${base}/${path}`)).json<{ id: number }[]>()[0]?.id ?? 0;
    const ids = { key: await one('keys'), environment: await one('environment'), template: await one('templates') };
    await test.admin.put(`${base}/keys/${ids.key}`, {
      id: ids.key,
      project_id: id,
      name: 'git',
      type: 'login_password',
      override_secret: true,
      login_password: { login: 'l', password: 'secret-of-key' },
    });
    await test.admin.put(`${base}/environment/${ids.environment}`, {
      id: ids.environment,
      project_id: id,
      name: 'e',
      json: '{}',
      secrets: [
        { operation: 'create', type: 'var', name: 'TOKEN', secret: 'secret-of-group' },
        { operation: 'create', type: 'env', name: 'OTHER', secret: 'other' },
      ],
    });
    const template = (await test.admin.get(`${base}/templates/${ids.template}`)).json<{ survey_vars: object[] }>();
    await test.admin.put(`${base}/templates/${ids.template}`, {
      ...template,
      survey_vars: [{ ...template.survey_vars[0], default_value: '1234' }],
    });
    const stored = filesOf(await backup(id));
    expect((await plan(id, stored)).changes).toEqual([]);

    const [environment, row] = [file.environments[0], file.templates[0]];
    const changed = {
      ...file,
      environments: [{ ...environment, json: '{"a":1}' }],
      templates: [
        {
          ...row,
          description: 'changed',
          survey_vars: [{ name: 'new', title: 'New' }, ...(row?.survey_vars ?? [])],
        },
      ],
    };
    const done = await apply(id, changed);
    expect(shown(done)).toEqual(['update environments e', 'update templates t']);
    expect(done.notes).toEqual([]);
    expect((await apply(id, changed)).changes).toEqual([]);
    const { manager } = test.dataSource;
    const secrets = await manager.findBy(EnvironmentSecret, { environmentId: ids.environment });
    expect(secrets.map(({ name }) => name)).toEqual(['TOKEN']);
    const after = (await backup(id)).templates[0] as { survey_vars: { name: string; secret_default?: boolean }[] };
    expect(after.survey_vars.map(({ name, secret_default: kept }) => [name, kept ?? false])).toEqual([
      ['new', false],
      ['pin', true],
    ]);
    const sealed = await test.admin.post(`${base}/backup`, { passphrase: 'a passphrase of the test' });
    expect(
      sealed
        .json<{ sealed: { values: { path: string }[] } }>()
        .sealed.values.map(({ path }) => path)
        .sort(),
    ).toEqual([
      'environments.0.secrets.0.secret',
      'keys.0.login_password.login',
      'keys.0.login_password.password',
      'templates.0.survey_vars.1.default_value',
    ]);

    await apply(id, { keys: [{ name: 'git', type: 'ssh' }] });
    expect(await manager.findOneByOrFail(AccessKey, { id: ids.key })).toMatchObject({ type: 'ssh', secret: null });
  });

  it('should seal what it keeps so that it opens', async () => {
    const id = await restored(file);
    const environment = await test.dataSource.manager.findOneByOrFail(Environment, { projectId: id, name: 'e' });
    const path = `/api/project/${id}/environment/${environment.id}`;
    const secret = { operation: 'create', type: 'var', name: 'TOKEN', secret: 'v' };
    await test.admin.put(path, { id: environment.id, project_id: id, name: 'e', json: '{}', secrets: [secret] });
    await apply(id, { environments: [{ ...file.environments[0], json: '{"a":1}' }] });
    const [row] = await test.dataSource.manager.findBy(EnvironmentSecret, { environmentId: environment.id });
    expect(row?.secret).toMatch(/^sy1:/);
    const passphrase = 'a passphrase of the test';
    const whole = (await test.admin.post(`/api/project/${id}/backup`, { passphrase })).json<Document>();
    const copy = await test.admin.post('/api/projects/restore', {
      ...whole,
      meta: { ...Object(whole['meta']), name: 'copy of it' },
      passphrase,
    });
    expect(copy.json<RestoredProject>().notes.map(({ code }) => code)).not.toContain('restore_secret');
  });

  it.each<[string, Document, string, string]>([
    ['a wrong spelling', { templates: [{ ...file.templates[0], playbok: 'x' }] }, 'templates.0', 'unknown_members'],
    [
      'a secret in clear',
      { keys: [{ name: 'x', type: 'login_password', login_password: { login: 'a', password: 'b' } }] },
      'keys.0',
      'unknown_members',
    ],
    [
      'a reference to nothing',
      { templates: [{ ...file.templates[0], view: 'no' }] },
      'templates.0.view',
      'apply_unknown',
    ],
    [
      'a name twice',
      {
        views: [
          { title: 'a', position: 0 },
          { title: 'a', position: 1 },
        ],
      },
      'views.1.title',
      'name_taken',
    ],
    [
      'a key that an entry of the project cannot use',
      {
        inventories: [{ name: 'i', type: 'static', inventory: 'h', become_key: 'git' }],
        keys: [{ name: 'git', type: 'ssh' }],
      },
      'inventories.0.become_key',
      'not_login_password',
    ],
  ])('should refuse %s, and change nothing', async (_name, change, path, code) => {
    const id = await restored(file);
    const before = await backup(id);
    const good = { ...file, views: [{ title: 'new', position: 0 }], ...change };
    const answer = await test.admin.post(`/api/project/${id}/apply`, good);
    const issues = answer.json<{ issues?: { path: unknown[]; code: string }[] }>().issues ?? [];
    expect([answer.status, issues.map((issue) => `${issue.path.join('.')} ${issue.code}`)]).toEqual([
      400,
      expect.arrayContaining([`${path} ${code}`]),
    ]);
    expect(await backup(id)).toEqual(before);
  });

  it('should keep nothing of what was written before its last step is refused', async () => {
    const id = await restored(file);
    const before = await backup(id);
    const { id: token } = (await test.admin.post('/api/user/tokens', { scopes: [] })).json<ApiToken>();
    const unscoped = new Client(test.address, { authorization: `Bearer ${token}` });
    const answer = await unscoped.post(`/api/project/${id}/apply`, {
      views: [{ title: 'new', position: 0 }],
      integrations: [{ name: 'i', template: 't', auth_method: '', matchers: [], aliases: ['new'] }],
    });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('SESSION_REQUIRED')]);
    expect(await backup(id)).toEqual(before);
  });

  it('should delete no template whose tasks wait or run', async () => {
    const id = await restored(file);
    const { id: templateId } = await test.dataSource.manager.findOneByOrFail(Template, { projectId: id });
    await test.admin.post(`/api/project/${id}/tasks`, { template_id: templateId });
    expect(await test.dataSource.manager.countBy(Task, { templateId })).toBe(1);
    const answer = await test.admin.post(`/api/project/${id}/apply?prune=true`, { templates: [] });
    expect([answer.status, answer.json<{ issues: object[] }>().issues]).toEqual([
      400,
      [expect.objectContaining({ path: ['templates', 't'], code: 'apply_running' })],
    ]);
  });

  it('should do nothing but what was planned', async () => {
    const id = await restored(file);
    const changed = { views: [{ title: 'Web', position: 0 }] };
    const { tag } = await plan(id, changed);
    await test.admin.post(`/api/project/${id}/views`, { project_id: id, title: 'Web', position: 7 });
    const path = `/api/project/${id}/apply`;
    expect((await test.admin.with({ 'if-match': tag }).post(path, changed)).status).toBe(412);
    const again = await plan(id, changed);
    expect(again.changes[0]?.members).toEqual([{ name: 'position', before: '7', after: '0' }]);
    expect((await test.admin.with({ 'if-match': again.tag }).post(path, changed)).status).toBe(200);
  });

  it('should change settings of the project for owners alone', async () => {
    const id = await restored(file);
    const account = await newAccount(test);
    await test.admin.post(`/api/project/${id}/users`, { user_id: account.id, role: 'manager' });
    const manager = await signIn(test, account);
    const meta = { name: 'ignored', max_parallel_tasks: 4 };
    expect((await manager.post(`/api/project/${id}/apply`, { ...file, meta: null })).status).toBe(200);
    expect((await manager.post(`/api/project/${id}/apply`, { meta })).status).toBe(403);
    await apply(id, { meta });
    const project = await test.dataSource.manager.findOneByOrFail(Project, { id });
    expect([project.maxParallelTasks, project.name]).toEqual([4, expect.stringMatching(/^applied/)]);
  });
});
