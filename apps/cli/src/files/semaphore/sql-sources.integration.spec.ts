import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEMAPHORE_KEYS, semaphoreTables } from '@switchyard/testing';
import { readDatabase } from './read-database.js';
import type { DatabaseAddress } from './source-address.js';
import type { SourceProject } from './source-project.js';
import { mariadbSource, postgresSource, type Source, writeSqlite } from './testing/sources.js';

const keys = [SEMAPHORE_KEYS.present, SEMAPHORE_KEYS.old];

describe.each([
  ['PostgreSQL', 'postgres', postgresSource],
  ['MariaDB', 'mysql', mariadbSource],
] as const)('the projects of a database of %s', (_name, dialect, start) => {
  let source: Source;
  const read = (): Promise<SourceProject[]> => readDatabase(source.address, { keys, timezone: 'Europe/Berlin' });

  beforeAll(async () => {
    source = await start();
    await source.run(semaphoreTables(dialect));
  });

  afterAll(() => source.remove());

  it('should hold all kinds of entries, with what belongs to another project left out', async () => {
    const [shop, other] = await read();
    expect(shop?.document).toEqual(SHOP);
    expect(other?.document).toMatchObject({
      meta: { name: 'Other', alert: false, max_parallel_tasks: 0 },
      keys: [{ name: 'None', type: 'none' }],
      templates: [{ name: 'Build', app: 'bash', repository: 'code', autorun: false }],
      schedules: [{ name: 'other', template: 'Build' }],
      integrations: [{ name: 'push', auth_method: 'none', matchers: [{ name: 'event' }], extract_values: [] }],
      members: [{ username: 'bob', role: 'manager' }],
    });
  });

  it('should hold the secrets of both keys of a rekey that stopped, and no others', async () => {
    const [shop] = await read();
    expect(Object.fromEntries(shop?.secrets ?? [])).toEqual(SECRETS);
  });

  it('should be those of one moment, and not be changed', async () => {
    const session = await source.open();
    const count = `select count(*) as n from project__view`;
    const before = await session.query(count);
    await source.run(`insert into project__view values (9, 1, 'Late', 2)`);
    try {
      expect(await session.query(count)).toEqual(before);
      await expect(session.query('delete from project__view')).rejects.toThrow(/read.only|denied/i);
    } finally {
      await session.close();
      await source.run('delete from project__view where id = 9');
    }
  });

  it.each([
    ['2.8.42', 'its newest migration is 2.8.42, which is too old'],
    ['2.20.1', 'its newest migration is 2.20.1, which is too new'],
  ])('should be refused after migration %s, with its name', async (version, reason) => {
    await source.run(
      `update migrations set version = concat('0.', version); insert into migrations (version) values ('${version}')`,
    );
    try {
      await expect(read()).rejects.toThrow(reason);
    } finally {
      await source.run(
        `delete from migrations where version = '${version}'; update migrations set version = substr(version, 3)`,
      );
    }
  });

  it('should not be sought in a database of something else', async () => {
    await source.run('alter table access_key rename to kept');
    try {
      await expect(read()).rejects.toThrow('it is no database of Semaphore UI');
    } finally {
      await source.run('alter table kept rename to access_key');
    }
  });

  it('should name the database that cannot be reached, without its password', async () => {
    const address = { ...source.address, name: 'nowhere' };
    const error = await readDatabase(address, { keys, timezone: '' }).catch(String);
    expect(error).toMatch(/:\/\/\w+@[\d.]+:\d+\/nowhere cannot be read: .*nowhere/);
    expect(error).not.toContain(source.address.password || 'no password');
  });

  it('should say that a certificate or its absence is in the way', async () => {
    const options = dialect === 'postgres' ? { sslmode: 'verify-full' } : { tls: 'true' };
    await expect(readDatabase({ ...source.address, options }, { keys, timezone: '' })).rejects.toThrow(
      /does not support (SSL|secure) connection/,
    );
  });
});

describe('the projects of a database of SQLite', () => {
  let directory: string;
  const read = (address: DatabaseAddress): Promise<SourceProject[]> =>
    readDatabase(address, { keys, timezone: 'Europe/Berlin' });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-sqlite-'));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it.each(['delete', 'wal'])(
    'should hold all kinds of entries and their secrets, written with journal %s',
    async (mode) => {
      const [shop, other] = await read(await writeSqlite(join(directory, `${mode}.sqlite`), mode, 'database.close()'));
      expect(shop?.document).toEqual(SHOP);
      expect(Object.fromEntries(shop?.secrets ?? [])).toEqual(SECRETS);
      expect(other?.document).toMatchObject({ meta: { name: 'Other' }, templates: [{ name: 'Build' }] });
    },
  );

  it('should be refused while a part of them stands in its log', async () => {
    const address = await writeSqlite(join(directory, 'crash.sqlite'), 'wal', 'os._exit(0)');
    await expect(read(address)).rejects.toThrow(/stop Semaphore UI first: a part of it stands in .*crash\.sqlite-wal$/);
  });

  it('should not be sought in another file, or in none', async () => {
    const path = join(directory, 'text');
    await writeFile(path, 'SQLite format 2');
    await expect(read({ dialect: 'sqlite', path })).rejects.toThrow(`${path} cannot be read: it is no SQLite database`);
    await expect(read({ dialect: 'sqlite', path: `${path}s` })).rejects.toThrow('ENOENT');
  });
});

const SECRETS = {
  'keys.1.login_password.login': 'git',
  'keys.1.login_password.password': 'p<ä>\r\nss',
  'keys.2.ssh.login': 'root',
  'keys.2.ssh.private_key': 'PRIVATE\n',
  'repositories.0.secret_url': 'https://u:w@git.example/code.git',
  'environments.0.password': 'gr0up',
  'environments.0.secrets.0.secret': 't0ken',
  'integrations.0.aliases.0': 'aaaaaaaaaaaaaaaa',
  'integration_aliases.0': 'cccccccccccccccc',
};

const SHOP = {
  meta: { name: 'Shop', alert: true, alert_chat: '-100200', max_parallel_tasks: 2, type: '' },
  keys: [
    { name: 'None', type: 'none' },
    { name: 'login', type: 'login_password' },
    { name: 'hosts', type: 'ssh' },
  ],
  repositories: [{ name: 'code', git_url: 'https://git.example/code.git', git_branch: 'main', ssh_key: 'None' }],
  inventories: [
    { name: 'hosts', type: 'static', inventory: 'web', ssh_key: 'hosts', become_key: 'login' },
    { name: 'state', type: 'terraform-workspace', inventory: 'default', ssh_key: 'None', template: 'Ship' },
  ],
  environments: [{ name: 'vars', json: '{"a":1}', env: '{"A":"b"}', secrets: [{ type: 'var', name: 'TOKEN' }] }],
  views: [
    { title: 'Build', position: 0 },
    { title: 'Ship', position: 1 },
  ],
  templates: [
    {
      name: 'Build',
      app: 'ansible',
      type: 'build',
      playbook: 'b.yml',
      description: 'Größe 🚀',
      repository: 'code',
      inventory: 'hosts',
      environment: 'vars',
      view: 'Build',
      start_version: '1.0',
      git_branch: 'next',
      arguments: '["-v"]',
      autorun: false,
      suppress_success_alerts: true,
      allow_override_args_in_task: true,
      allow_override_branch_in_task: false,
      allow_parallel_tasks: false,
      survey_vars: [{ name: 'n', title: 'N', required: true, type: 'int', description: '', values: null }],
      task_params: {},
      vaults: [
        { type: 'password', vault_key: 'login' },
        { name: 'prod', type: 'password', vault_key: 'login' },
      ],
    },
    {
      name: 'Ship',
      app: 'terraform',
      type: 'deploy',
      playbook: 'infra',
      description: '',
      repository: 'code',
      inventory: 'state',
      view: 'Ship',
      build_template: 'Build',
      autorun: true,
      suppress_success_alerts: false,
      allow_override_args_in_task: false,
      allow_override_branch_in_task: false,
      allow_parallel_tasks: false,
      survey_vars: [],
      task_params: {},
      vaults: [],
    },
  ],
  schedules: [
    {
      name: 'nightly',
      template: 'Build',
      cron_format: '15 1 * * *',
      type: '',
      delete_after_run: false,
      active: true,
      timezone: 'Europe/Berlin',
      checkable_repository: 'code',
    },
    {
      name: 'once',
      template: 'Build',
      cron_format: '',
      type: 'run_at',
      run_at: expect.stringMatching(/^2030-07-01T12:00:00(\.000)?Z$/),
      delete_after_run: false,
      active: false,
      timezone: 'Europe/Berlin',
    },
  ],
  integrations: [
    {
      name: 'push',
      template: 'Build',
      auth_method: 'token',
      auth_header: 'X-Token',
      auth_secret: 'login',
      searchable: true,
      aliases: ['…'],
      matchers: [
        { name: 'branch', match_type: 'body', body_data_type: 'json', key: 'ref', method: 'equals', value: 'main' },
      ],
      extract_values: [{ name: 'sha', value_source: 'body', body_data_type: 'json', key: 'after', variable: 'commit' }],
    },
  ],
  integration_aliases: ['…'],
  alert_channels: [],
  workflows: [],
  members: [
    { username: 'alice', role: 'owner' },
    { username: 'bob', role: 'task_runner' },
  ],
};
