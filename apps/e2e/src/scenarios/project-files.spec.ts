import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeBoltFile } from '@switchyard/testing';
import { type CliEnd, CliRun } from '../support/cli-run.js';
import { createTemplate } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describe('projects as code', () => {
  let place: Workplace;
  let directory: string;
  let env: Record<string, string>;
  const files = (): string => join(directory, 'files');

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-files-'));
    place = await openWorkplace({ 'run.sh': 'echo run' }, { git: 'path', project: { name: 'Shop' }, shared: true });
    const { id: token } = await place.client.call<{ id: string }>('POST', '/user/tokens', { name: 'cli' });
    env = { HOME: directory, LANG: 'C', SWITCHYARD_SERVER: place.stack.address, SWITCHYARD_TOKEN: token };
    await createTemplate(place.client, place.project, {
      name: 'Deploy',
      description: 'first line\nsecond "line"',
      survey_vars: [{ name: 'region', title: 'Region', required: true }],
    });
  });

  afterAll(async () => {
    await place.close();
    await rm(directory, { recursive: true, force: true });
  });

  const cli = (words: string[]): Promise<CliEnd> => new CliRun(words, env).end();
  const edit = async (name: string, change: (text: string) => string): Promise<void> =>
    writeFile(join(files(), name), change(await readFile(join(files(), name), 'utf8')));

  async function textOf(from: string): Promise<string> {
    const names = (await readdir(from)).sort();
    return (await Promise.all(names.map((name) => readFile(join(from, name), 'utf8')))).join('\n');
  }

  it('should write a project as files, which change nothing where they are from', async () => {
    expect(await cli(['export', 'Shop', '-d', files()])).toMatchObject({ code: 0, stdout: '' });
    expect(await readFile(join(files(), 'templates.yaml'), 'utf8')).toMatch(/^templates:\n {2}- name: Deploy$/m);
    const diff = await cli(['diff', '-d', files(), '--prune', '--exit-code']);
    expect(diff).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 to create, 0 to change, 0 to delete/) });
  });

  it('should make a project of them where there is none, whose files are the same', async () => {
    const before = await textOf(files());
    await edit('project.yaml', (text) => text.replace('Shop', 'Shop in the north'));
    expect(await cli(['diff', '-d', files(), '--exit-code'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('+ project Shop in the north'),
    });
    expect(await cli(['apply', '-d', files()])).toMatchObject({ code: 2 });
    expect(await cli(['apply', '-d', files(), '--yes'])).toMatchObject({ code: 0 });
    expect(await cli(['apply', '-d', files(), '--yes', '--prune'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^0 to create, 0 to change, 0 to delete/),
    });
    const copy = join(directory, 'copy');
    expect(await cli(['export', 'Shop in the north', '-d', copy])).toMatchObject({ code: 0 });
    expect((await textOf(copy)).replace('Shop in the north', 'Shop')).toBe(before);
  });

  it('should show what changes, both sides of it, and make it so', async () => {
    await edit('templates.yaml', (text) => text.replace(/timeout_minutes: .*/, 'timeout_minutes: 7'));
    await edit('views.yaml', (text) => text.replace('views: []', 'views:\n  - title: Web\n    position: 0'));
    const words = ['-d', files(), '-p', 'Shop'];
    const { stdout } = await cli(['diff', ...words]);
    expect(stdout).toContain('+ views Web\n');
    expect(stdout).toMatch(/^~ templates Deploy\n {4}timeout_minutes: \d+ → 7$/m);
    expect(await cli(['apply', ...words, '--yes'])).toMatchObject({ code: 0, stdout });
    await edit('views.yaml', () => 'views: []\n');
    expect((await cli(['diff', ...words])).stdout).not.toContain('Web');
    expect(await cli(['apply', ...words, '--yes', '--prune'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('- views Web'),
    });
  });

  it('should name file, line and column of what is wrong, and change nothing', async () => {
    const words = ['apply', '--yes', '-p', 'Shop', '-d', files()];
    const names = async (pattern: RegExp, code: number): Promise<void> => {
      expect(await cli(words)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(pattern) });
    };
    const broken = join(files(), 'zz.yaml');
    await writeFile(broken, 'views:\n  - title: "Open\n');
    await names(/zz\.yaml:\d:\d+: /, 2);
    await writeFile(broken, 'view: []\n');
    await names(/zz\.yaml:1:7: "view" is no list of a project/, 2);
    await writeFile(broken, 'templates:\n  - name: Deploy\n');
    await names(/zz\.yaml:2:5: "Deploy" stands in \S+templates\.yaml:\d+:5 too/, 2);
    await writeFile(broken, 'views:\n  - title: New\n    position: 1\n  - title: Other\n    positon: 2\n');
    await names(/zz\.yaml:4:5: must not have the members positon/, 5);
    await writeFile(broken, 'views:\n  - title: New\n    position: first\n');
    await names(/zz\.yaml:3:15: position: must be a number/, 5);
    const views = await place.client.call<unknown[]>('GET', `/project/${place.project.id}/views`);
    expect(views).toEqual([]);
  });

  it('should write the schema of the files for editors', async () => {
    const schema = JSON.parse((await cli(['schema'])).stdout) as { properties: object };
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['project', 'templates', 'alert_channels']));
    expect(JSON.parse(await readFile(join(files(), 'switchyard.schema.json'), 'utf8'))).toEqual(schema);
  });

  it('should make a project of a backup of the product that people come from, with its schedules paused', async () => {
    const file = join(directory, 'backup.json');
    const template = { name: 'Old', app: '', playbook: 'site.yml', repository: 'r', inventory: 'i', environment: 'e' };
    const backup = {
      meta: { name: 'Moved', alert: false, max_parallel_tasks: 0 },
      keys: [{ name: 'None', type: 'none' }],
      repositories: [{ name: 'r', git_url: 'https://git.example/a.git', git_branch: 'main', ssh_key: 'None' }],
      environments: [{ name: 'e', json: '{}', env: null, password: null }],
      inventories: [{ name: 'i', type: 'static', inventory: 'localhost', ssh_key: 'None' }],
      templates: [{ ...template, cron: null, vaults: null, survey_vars: null }],
      schedules: [{ name: 's', template: 'Old', cron_format: '0 4 * * *', active: true }],
      views: [],
    };
    await writeFile(file, JSON.stringify(backup));
    const words = ['import', 'semaphore', '--backup', file];
    const dry = await cli([...words, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\+ project Moved\n {4}keys: 1$/m) });
    expect(await cli(words)).toMatchObject({ code: 2 });
    expect(await cli([...words, '--yes'])).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported') });
    const schedules = JSON.parse((await cli(['schedules', '-p', 'Moved', '-o', 'json'])).stdout) as object[];
    expect(schedules).toEqual([expect.objectContaining({ name: 's', active: false })]);
    expect(await cli([...words, '--yes'])).toMatchObject({ code: 5, stderr: expect.stringContaining('already') });
    expect(await cli([...words, '--yes', '--name', 'Moved again'])).toMatchObject({ code: 0 });
  });

  it('should bring in the projects of a database with the values of their keys, each once', async () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, byte) => byte));
    const sealed = (text: string): string => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
    };
    const login = { id: 1, name: 'git', type: 'login_password', project_id: 1 };
    const rows = (...list: object[]) =>
      Object.fromEntries(list.map((row, n) => [String(n + 1).padStart(10, '0'), JSON.stringify(row)]));
    await writeBoltFile(join(directory, 'semaphore.db'), {
      project: rows({ id: 1, name: 'From Bolt', alert: false }),
      access_key_0000000001: rows(
        { ...login, secret: sealed(JSON.stringify({ login: 'l', password: 'pa55word-of-key' })) },
        { ...login, id: 2, name: 'lost', secret: 'AAEC' },
        { ...login, id: 3, name: 'var.TOKEN', type: 'string', environment_id: 1, secret: sealed('t0ken-of-group') },
      ),
      project__repository_0000000001: rows({ id: 1, name: 'r', git_url: '/srv/code', git_branch: '', ssh_key_id: 1 }),
      project__environment_0000000001: rows({ id: 1, name: 'e', json: '[]', env: null }),
      project__inventory_0000000001: rows({ id: 1, name: 'i', type: 'static', inventory: 'h', ssh_key_id: 1 }),
      project__template_0000000001: rows(
        { id: 1, name: 'same', playbook: 'a.yml', repository_id: 1, inventory_id: 1, environment_id: 1 },
        { id: 2, name: 'same', playbook: 'b.yml', repository_id: 1, inventory_id: 1, environment_id: 1 },
        { id: 3, name: 'unknown app', app: 'nomad', playbook: 'c', repository_id: 1 },
      ),
      project__schedule_0000000001: rows({ id: 1, template_id: 1, cron_format: 'CRON_TZ=UTC 0 4 * * *', active: true }),
    });
    const config = join(directory, 'config.json');
    await writeFile(
      config,
      JSON.stringify({
        dialect: 'bolt',
        bolt: { host: 'semaphore.db' },
        access_key_encryption: key.toString('base64'),
      }),
    );
    const words = ['import', 'semaphore', '--config', config];
    const dry = await cli([...words, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('+ project From Bolt') });
    expect(dry.stdout).toMatch(/note: key "lost": its secret does not open/);
    expect(dry.stdout).toMatch(/note: templates "unknown app" app: /);
    const made = await cli([...words, '--yes']);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('1 keys have their secret, 1 lack it') });
    for (const secret of ['pa55word-of-key', 't0ken-of-group']) {
      expect(dry.stdout + dry.stderr + made.stdout + made.stderr).not.toContain(secret);
    }
    const templates = JSON.parse((await cli(['templates', '-p', 'From Bolt', '-o', 'json'])).stdout) as object[];
    expect(templates).toMatchObject([{ name: 'same' }, { name: 'same 2' }]);
    expect(await cli([...words, '--yes'])).toMatchObject({ code: 0, stderr: expect.stringContaining('left alone') });
    expect(JSON.parse((await cli(['templates', '-p', 'From Bolt', '-o', 'json'])).stdout)).toEqual(templates);
  });

  it('should make a project of each organization of AWX, without what an export does not hold, each once', async () => {
    const organization = { name: 'From AWX', type: 'organization' };
    const key = (type: string, name: string) => ({ organization, name, type });
    const machine = { name: 'Machine', kind: 'ssh', type: 'credential_type' };
    const owned = (type: string, name: string, more: object) => ({
      name,
      organization,
      natural_key: key(type, name),
      ...more,
    });
    const credentialKey = { ...key('credential', 'hosts'), credential_type: machine };
    const schedule = (name: string, rule: string) => ({
      name,
      enabled: true,
      rrule: `DTSTART:20240101T040000Z RRULE:${rule}`,
    });
    const file = join(directory, 'awx.json');
    const content = {
      organizations: [{ name: 'From AWX', natural_key: organization }],
      credentials: [
        {
          ...owned('credential', 'hosts', {
            credential_type: machine,
            inputs: { username: 'root', ssh_key_data: '$encrypted$' },
          }),
          natural_key: credentialKey,
        },
      ],
      projects: [
        owned('project', 'site', { scm_type: 'git', scm_url: 'https://git.example/site.git', scm_branch: '' }),
      ],
      inventory: [
        owned('inventory', 'prod', {
          kind: '',
          variables: '---\nregion: eu',
          related: { hosts: [{ name: 'web', variables: '{"port": 80}', enabled: true }], groups: [] },
        }),
      ],
      job_templates: [
        owned('job_template', 'Deploy', {
          playbook: 'site.yml',
          job_type: 'check',
          project: key('project', 'site'),
          inventory: key('inventory', 'prod'),
          extra_vars: '{"version": "1.2", "token": "$encrypted$"}',
          related: {
            credentials: [credentialKey],
            schedules: [schedule('nightly', 'FREQ=DAILY;INTERVAL=1'), schedule('odd', 'FREQ=DAILY;INTERVAL=3')],
          },
        }),
      ],
      users: [{ username: 'nobody', related: { roles: [{ name: 'Admin', content_object: organization }] } }],
    };
    await writeFile(file, JSON.stringify(content));
    const words = ['import', 'awx', file];
    const dry = await cli([...words, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('+ project From AWX') });
    expect(dry.stdout).toMatch(/note: key "hosts": enter its secret and the login "root"/);
    expect(dry.stdout).toMatch(/note: schedule "odd": no cron expression says/);
    expect(await cli([...words, '--yes'])).toMatchObject({ code: 0, stderr: expect.stringContaining('1 lack it') });
    const list = async (name: string) =>
      JSON.parse((await cli([name, '-p', 'From AWX', '-o', 'json'])).stdout) as object[];
    expect(await list('templates')).toMatchObject([{ name: 'Deploy', playbook: 'site.yml', arguments: '["--check"]' }]);
    expect(await list('schedules')).toMatchObject([{ name: 'nightly', cron_format: '0 4 * * *', active: false }]);
    const again = await cli([...words, '--yes']);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('left alone') });
  });
});
