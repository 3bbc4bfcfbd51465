import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Backup, BACKUP_SECTIONS, type RestoredProject, type RestorePreview } from '@switchyard/contracts';
import { Project } from '@switchyard/database';
import { RESOURCES } from '../../definitions/all-resources.js';
import { newAccount, signIn } from '../../testing/client.js';
import { generatedBackup } from '../../testing/generated-backup.js';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { membersOf } from './backup-members.js';

/** Templates of a large file, and the longest hold of the event loop with it, in milliseconds; all at once they take 5 s of it. */
const MANY = 10_000;
const MOST_HELD_MS = 1_500;

let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

let projects = 0;
const nextName = (): string => `restored ${(projects += 1)}`;

type Document = Record<string, unknown> & { meta?: unknown };

async function restore(document: Document, name = nextName()): Promise<RestoredProject> {
  const answer = await test.admin.post('/api/projects/restore', {
    ...document,
    meta: { ...Object(document.meta), name },
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json<RestoredProject>();
}

const backup = async ({ id }: { id: number }): Promise<Backup> =>
  (await test.admin.get(`/api/project/${id}/backup`)).json<Backup>();

const withoutName = ({ meta, ...rest }: Backup): object => ({ ...rest, meta: { ...meta, name: '' } });

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

describe('a backup that is restored', () => {
  const seen = new Map<string, Set<string>>();

  it.each(Array.from({ length: 5 }, (_, index) => SEED + index))(
    'should be the same when it is made again, seed %i',
    async (seed) => {
      const document = generatedBackup(seed);
      const first = await backup(await restore(document));
      for (const section of BACKUP_SECTIONS) {
        expect(first[section]).toMatchObject(document[section]);
        const names = first[section].flatMap((entry) => Object.keys(entry));
        seen.set(section, new Set([...(seen.get(section) ?? []), ...names]));
      }
      const second = await backup(await restore(first));
      expect(withoutName(second)).toEqual(withoutName(first));
    },
    60_000,
  );

  it.each(RESOURCES.map((kind) => [kind.noun, kind] as const))(
    'should have had every member of a %s',
    (_noun, kind) => {
      const names = membersOf(test.dataSource, kind).map(({ name }) => name);
      expect(names.filter((name) => !seen.get(kind.backup.section)?.has(name))).toEqual([]);
    },
  );
});

describe('POST /api/projects/restore', () => {
  const file = {
    keys: [
      { name: 'deploy', type: 'ssh' },
      { name: 'None', type: 'none' },
    ],
    repositories: [{ name: 'r', git_url: 'https://git.example/a.git', git_branch: 'main', ssh_key: 'deploy' }],
    templates: [{ name: 't', app: 'bash', playbook: 'x.sh', repository: 'r' }],
    members: [{ username: 'nobody-of-this-name', role: 'guest' }],
    runners: [{ name: 'unknown to us' }],
  };

  it('should answer the project, and the keys that lack their secret; the caller owns it', async () => {
    const made = await restore(file, 'Website');
    expect(made).toMatchObject({
      name: 'Website',
      projectName: 'Website',
      emptyKeys: 1,
      keys: [{ name: 'deploy', type: 'ssh' }],
      made: [
        { section: 'keys', count: 2 },
        { section: 'repositories', count: 1 },
        { section: 'templates', count: 1 },
      ],
      notes: [{ path: ['members', 0], code: 'restore_user' }],
    });
    const base = `/api/project/${made.id}`;
    const [key] = made.keys;
    expect((await test.admin.get(`${base}/keys/${key?.id}`)).json()).toMatchObject({ name: 'deploy', empty: true });
    expect((await test.admin.get(`${base}/role`)).json()).toMatchObject({ role: 'owner' });
    expect(await activities({ ...test, projectId: made.id }, 5)).toEqual([
      'project: Project Website restored from a backup',
    ]);
  });

  it('should list the same before anything is made', async () => {
    const count = await test.dataSource.manager.count(Project);
    const answer = await test.admin.post('/api/projects/restore/plan', { ...file, meta: { name: 'Plan' } });
    expect(answer.json<RestorePreview>()).toMatchObject({
      projectName: 'Plan',
      emptyKeys: 1,
      keys: [{ name: 'deploy' }],
    });
    expect(await test.dataSource.manager.count(Project)).toBe(count);
  });

  it('should list thousands without holding up anybody', async () => {
    const [template] = file.templates;
    const templates = Array.from({ length: MANY }, (_, n) => ({ ...template, name: `t${n}`, inventory: 'hosts' }));
    const inventories = [{ name: 'hosts', type: 'static', inventory: 'a' }];
    const body = JSON.stringify({ ...file, templates, inventories, meta: { name: 'Large' } });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const answer = await test.admin.post('/api/projects/restore/plan', body);
    delay.disable();
    expect(answer.json<RestorePreview>().made).toContainEqual({ section: 'templates', count: MANY });
    expect(delay.max / 1e6).toBeLessThan(MOST_HELD_MS);
  });

  it('should answer 401 to people who may not create projects', async () => {
    const user = await signIn(test, await newAccount(test));
    expect((await user.post('/api/projects/restore', { ...file, meta: { name: 'x' } })).status).toBe(401);
  });

  it('should take a file of version 2.8: one vault key and a cron in the template', async () => {
    const template = { ...file.templates[0], cron: '5 * * * *', vault_key: 'vault', survey_vars: null, vaults: null };
    const keys = [...file.keys, { name: 'vault', type: 'login_password' }];
    const [schedule, made] = await backup(await restore({ ...file, keys, templates: [template] })).then((after) => [
      after.schedules[0],
      after.templates[0],
    ]);
    expect(schedule).toMatchObject({ template: 't', cron_format: '5 * * * *', active: true });
    expect(made).toMatchObject({ vaults: [{ type: 'password', vault_key: 'vault' }] });
  });

  it('should let the cron of an old template start tasks at new commits alone, but of a local directory every time', async () => {
    const [template, repository] = [file.templates[0], file.repositories[0]];
    const old = { ...file, templates: [{ ...template, cron: '5 * * * *', vault_key: 'deploy', vaults: [] }] };
    const keys = file.keys.map((key) => (key.name === 'deploy' ? { name: 'deploy', type: 'login_password' } : key));
    const made = await restore({ ...old, keys });
    const after = await backup(made);
    expect(after.schedules).toMatchObject([{ template: 't', active: true, checkable_repository: 'r' }]);
    expect(after.templates).toMatchObject([{ vaults: [{ vault_key: 'deploy' }] }]);
    expect(made.notes).toContainEqual(
      expect.objectContaining({ path: ['templates', 0, 'cron'], code: 'restore_commits' }),
    );
    const local = await restore({
      ...old,
      keys,
      repositories: [{ ...repository, git_url: '/srv/code' }],
    });
    expect((await backup(local)).schedules[0]).not.toHaveProperty('checkable_repository');
    expect(local.notes.map(({ code }) => code)).toContain('restore_every_time');
  });

  it('should go on without entries at fault, and those that need them, where that is wanted', async () => {
    const document = {
      ...file,
      views: [{ title: 'a', position: 0 }, { title: 'a', position: 1 }, 'x'],
      templates: [file.templates[0], { ...file.templates[0], name: 'u', app: 'nope' }],
      schedules: [
        { name: 'kept', template: 't', cron_format: '0 0 * * *', active: false },
        { name: 'gone', template: 'u', cron_format: '0 0 * * *', active: false },
      ],
      integrations: [{ name: 'i', template: 't', auth_method: 'github', aliases: [], matchers: [] }],
    };
    const body = { ...document, meta: { name: nextName() } };
    expect((await test.admin.post('/api/projects/restore/plan', body)).status).toBe(400);
    const plan = (await test.admin.post('/api/projects/restore/plan?partial=true', body)).json<RestorePreview>();
    const answer = await test.admin.post('/api/projects/restore?partial=true', body);
    const made = answer.json<RestoredProject>();
    const left = ({ notes }: RestorePreview | RestoredProject): string[] =>
      notes.filter(({ code }) => code === 'restore_without').map(({ path }) => path.join('.'));
    const expected = [
      'views.2',
      'views.1.title',
      'templates.1.app',
      'schedules.1.template',
      'integrations.0.auth_secret',
    ];
    expect(left(plan).toSorted()).toEqual(expected.toSorted());
    expect(left(made)).toEqual(left(plan));
    const after = await backup(made);
    expect([after.views, after.templates, after.schedules, after.integrations]).toMatchObject([
      [{ title: 'a' }],
      [{ name: 't' }],
      [{ name: 'kept' }],
      [],
    ]);
    const broken = { ...document, meta: { name: '' } };
    expect((await test.admin.post('/api/projects/restore?partial=true', broken)).status).toBe(400);
  });

  it('should take a file of version 2.19: values of variables among the keys, several environments, roles', async () => {
    const made = await restore({
      ...file,
      keys: [...file.keys, { name: 'value', type: 'string', owner: 'environment' }],
      environments: [{ name: 'e', json: '{}', env: null, password: null }],
      templates: [{ ...file.templates[0], environments: ['e'], type: '', arguments: '[]', task_params: {} }],
      integrations: [
        { name: 'i', template: 't', auth_method: 'none', task_params: null, aliases: ['abc'], matchers: [] },
      ],
      schedules: [{ name: 's', template: 't', cron_format: '0 0 * * *', active: false, type: '' }],
      roles: [{ slug: 'x' }],
    });
    expect(made.notes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['restore_left_out', 'restore_alias', 'restore_user']),
    );
    expect((await backup(made)).templates).toMatchObject([{ environment: 'e' }]);
  });

  it('should name who and what would act at once, and leave them out where that is wanted', async () => {
    const friend = await newAccount(test);
    const document = {
      ...file,
      members: [{ username: friend.username, role: 'manager' }],
      schedules: [{ name: 's', template: 't', cron_format: '0 0 * * *', active: true, type: '' }],
    };
    const sent = (name: string) => ({ ...document, meta: { name } });
    const plan = (await test.admin.post('/api/projects/restore/plan', sent(nextName()))).json<RestorePreview>();
    expect(plan).toMatchObject({ members: [{ username: friend.username, role: 'manager' }], active_schedules: 1 });
    const path = '/api/projects/restore?members=false&schedules=false';
    const made = (await test.admin.post(path, sent(nextName()))).json<RestoredProject>();
    expect(await backup(made)).toMatchObject({ schedules: [{ name: 's', active: false }] });
    expect((await signIn(test, friend).then((client) => client.get(`/api/project/${made.id}`))).status).toBe(404);
    const whole = await restore(document);
    expect(await backup(whole)).toMatchObject({ schedules: [{ name: 's', active: true }] });
  });

  const template = { name: 't', app: 'bash', playbook: 'x.sh', repository: 'r' };
  const githubApp = { name: 'app', type: 'github_app' };
  const deploy = (name: string, build: string): object => ({
    ...template,
    name,
    type: 'deploy',
    build_template: build,
  });
  it.each<[string, Document, string, string]>([
    ['a name that exists', { meta: { name: 'Website' } }, 'meta.name', 'restore_project'],
    ['no name', { meta: { name: '' } }, 'meta.name', 'empty'],
    ['a reference to nothing', { templates: [{ ...template, view: 'no' }] }, 'templates.0.view', 'restore_unknown'],
    [
      'a reference to __proto__',
      { templates: [{ ...template, view: '__proto__' }] },
      'templates.0.view',
      'restore_unknown',
    ],
    ['a reference to a number', { templates: [{ ...template, view: 1 }] }, 'templates.0.view', 'not_text'],
    ['no reference', { templates: [{ ...template, repository: null }] }, 'templates.0.repository', 'required'],
    ['an id', { templates: [{ ...template, repository_id: 1 }] }, 'templates.0.repository_id', 'restore_id'],
    ['ids', { templates: [{ ...template, environment_ids: [1] }] }, 'templates.0.environment_ids', 'restore_id'],
    ['a name twice', { keys: [...file.keys, { name: ' None ', type: 'none' }] }, 'keys.2.name', 'name_taken'],
    ['an entry that is a text', { views: ['x'] }, 'views.0', 'not_object'],
    ['a list that is a text', { views: 'x' }, 'views', 'not_list'],
    ['a wrong type', { views: [{ title: 'a', position: 'x' }] }, 'views.0.position', 'not_number'],
    [
      'a circle',
      { templates: [deploy('a', 'b'), deploy('b', 'a')] },
      'templates.0.build_template',
      'build_chain_circle',
    ],
    ['itself', { templates: [deploy('a', 'a')] }, 'templates.0.build_template', 'build_chain_circle'],
    ['no build', { templates: [template, deploy('a', 't')] }, 'templates.1.build_template', 'not_build_template'],
    ['an unknown app', { templates: [{ ...template, app: 'nope' }] }, 'templates.0.app', 'no_such_app'],
    [
      'a vault of another key',
      { templates: [{ ...template, vaults: [{ vault_key: 'deploy' }] }] },
      'templates.0.vaults.0.vault_key' as const,
      'not_login_password' as const,
    ],
    ...(
      [
        ['ssh_key', 'github_app_address'],
        ['second_key', 'github_app_use'],
      ] as const
    ).map(([member, code]): [string, Document, string, string] => [
      `a GitHub App as ${member} of a repository`,
      {
        keys: [...file.keys, githubApp],
        repositories: [{ ...file.repositories[0], second_key_prefix: 'https://a.test/', [member]: 'app' }],
      },
      `repositories.0.${member}`,
      code,
    ]),
    [
      'a GitHub App as login of an inventory',
      { keys: [...file.keys, githubApp], inventories: [{ name: 'h', type: 'static', inventory: 'a', ssh_key: 'app' }] },
      'inventories.0.ssh_key',
      'github_app_use',
    ],
    [
      'a cron of nothing',
      { templates: [template], schedules: [{ template: 't', cron_format: '99 * * * *' }] },
      'schedules.0.cron_format' as const,
      'cron' as const,
    ],
    [
      'credentials in an address',
      { repositories: [{ ...file.repositories[0], git_url: 'https://u:p@git.example/a.git' }] },
      'repositories.0.git_url' as const,
      'git_url_credentials' as const,
    ],
  ])('should refuse %s, with its path, and make nothing', async (_name, members, path, code) => {
    const count = await test.dataSource.manager.count(Project);
    const body = { ...file, meta: { name: nextName() }, ...members };
    const answer = await test.admin.post('/api/projects/restore', body);
    const issues = answer.json<{ issues?: { path: unknown[]; code: string }[] }>().issues ?? [];
    expect([answer.status, issues.map((issue) => `${issue.path.join('.')} ${issue.code}`)]).toEqual([
      400,
      expect.arrayContaining([`${path} ${code}`]),
    ]);
    expect(await test.dataSource.manager.count(Project)).toBe(count);
  });

  it.each([
    ['too deep', `{"meta":{"name":"x"},"views":${'['.repeat(200)}${']'.repeat(200)}}`, 400],
    ['with __proto__', '{"meta":{"name":"x"},"__proto__":{"admin":true}}', 400],
    ['no JSON', 'PK', 400],
    ['too large', `{"meta":{"name":"${'x'.repeat(17 * 1024 * 1024)}"}}`, 413],
  ])('should refuse a document that is %s', async (_name, text, status) => {
    expect((await test.admin.post('/api/projects/restore', text)).status).toBe(status);
  });
});
