import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestDatabase,
  SEMAPHORE_KEYS,
  semaphoreTables,
  startMariadb,
  type TestDatabase,
  type TestMariadb,
} from '@switchyard/testing';
import pg from 'pg';
import { type CliEnd, CliRun } from '../support/cli-run.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** Section that the configuration names by its dialect. */
type Section = Record<string, unknown>;

const namedBy = (dialect: string): string => `update project set name = concat(name, ' of ${dialect}');`;

/** Makes a file with SQLite's own library, which its writer closes. */
async function writeSqlite(path: string): Promise<void> {
  const script = 'import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.executescript(sys.stdin.read()); d.close()';
  const writing = promisify(execFile)('python3', ['-I', '-c', script, path]);
  writing.child.stdin?.end(`${semaphoreTables('sqlite')} update project set name = name || ' of sqlite';`);
  await writing;
}

describe('moving in from a server of databases', () => {
  let place: Workplace;
  let directory: string;
  let env: Record<string, string>;
  let postgres: TestDatabase;
  let mariadb: TestMariadb;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-semaphore-'));
    [place, postgres, mariadb] = await Promise.all([
      openWorkplace({ 'run.sh': 'echo run' }, { git: 'path', project: { name: 'Own' } }),
      createTestDatabase(),
      startMariadb(),
    ]);
    // Members of the projects, and accounts, stay after the token has ended.
    const draft = { name: 'cli', scopes: ['lasting', 'accounts'] };
    const { id: token } = await place.client.call<{ id: string }>('POST', '/user/tokens', draft);
    env = { HOME: directory, LANG: 'C', SWITCHYARD_SERVER: place.stack.address, SWITCHYARD_TOKEN: token };
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(semaphoreTables('postgres') + namedBy('postgres'));
    await client.end();
    await mariadb.run(semaphoreTables('mysql') + namedBy('mysql'));
    await writeSqlite(join(directory, 'semaphore.sqlite'));
  });

  afterAll(async () => {
    await Promise.all([place.close(), postgres.drop(), mariadb.remove()]);
    await rm(directory, { recursive: true, force: true });
  });

  const cli = (words: string[]): Promise<CliEnd> => new CliRun(words, env).end();
  const sectionOf = {
    postgres: (): Section => {
      const { host, username, password } = new URL(postgres.url);
      return { host, user: username, pass: password, name: postgres.name, options: { sslmode: 'disable' } };
    },
    sqlite: (): Section => ({ host: 'semaphore.sqlite' }),
    mysql: (): Section => ({ host: `127.0.0.1:${mariadb.port}`, user: 'root', pass: '', name: mariadb.database }),
  };

  const wordsOf = async (dialect: keyof typeof sectionOf): Promise<string[]> => {
    const config = join(directory, `${dialect}.json`);
    const content = { dialect, [dialect]: sectionOf[dialect](), access_key_encryption: SEMAPHORE_KEYS.present };
    await writeFile(config, JSON.stringify(content));
    return ['import', 'semaphore', '--config', config, '--old-key', SEMAPHORE_KEYS.old];
  };

  it.each(['postgres', 'mysql', 'sqlite'] as const)(
    'should bring in the projects of %s, each once',
    async (dialect) => {
      const words = [...(await wordsOf(dialect)), '--yes'];
      const made = await cli(words);
      expect(made).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/Imported Shop of \w+ as project \d+: 2 keys have their secret, 0 lack it/),
      });
      expect(made.stdout + made.stderr).not.toMatch(/p<ä>|t0ken|gr0up|PRIVATE/);
      const templates = await cli(['templates', '-p', `Shop of ${dialect}`, '-o', 'json']);
      expect(JSON.parse(templates.stdout)).toMatchObject([{ name: 'Build' }, { name: 'Ship' }]);
      expect(await cli(words)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(`Shop of ${dialect} already`),
      });
    },
  );

  it('should bring in the history of projects that are there, each task once', async () => {
    const words = [...(await wordsOf('postgres')), '--history'];
    const shown = await cli([...words, '--dry-run']);
    expect(shown.stdout).toMatch(/\+ history of Shop of postgres: 2 tasks with their logs; 1 of them had not ended, /);
    expect((await cli([...words, '--yes'])).stderr).toMatch(
      /Imported 2 tasks of Shop of postgres\nImported 1 tasks of Other/,
    );
    const listed = await cli(['tasks', '-p', 'Shop of postgres', '-o', 'json']);
    const tasks = JSON.parse(listed.stdout) as { id: number }[];
    expect(tasks).toMatchObject([
      { status: 'stopped', build_task: { version: '1.0' }, end_problem: { code: 'import_unended' } },
      { status: 'success', version: '1.0', message: 'Größe', params: { debug: true, limit: ['web', 'db'] } },
    ]);
    const log = await cli(['logs', String(tasks[1]?.id), '-p', 'Shop of postgres']);
    expect(log.stdout).toBe('Run\n\nsecond\nthird\n\n');
    expect((await cli([...words, '--yes'])).stderr).toContain('Imported 0 tasks of Shop of postgres, 2 were there');
  });

  it('should keep the addresses of integrations that nobody has here yet', async () => {
    const of = async (dialect: string): Promise<string[]> => {
      const [project] = await place.client
        .call<{ id: number; name: string }[]>('GET', '/projects')
        .then((all) => all.filter(({ name }) => name === `Shop of ${dialect}`));
      const listed = await place.client.call<{ url: string }[]>('GET', `/project/${project?.id}/integrations/aliases`);
      return listed.map(({ url }) => url.split('/').at(-1) ?? '');
    };
    expect(await of('postgres')).toEqual(['cccccccccccccccc']);
    expect(await of('mysql')).toEqual([expect.stringMatching(/^[a-z\d]{26}$/)]);
    const delivery = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const status = (alias: string): Promise<number> =>
      fetch(`${place.stack.address}/api/integrations/${alias}`, delivery).then((answer) => answer.status);
    expect([await status('aaaaaaaaaaaaaaaa'), await status('aaaaaaaaaaaaaaab')]).toEqual([401, 404]);
  });

  it('should register the runners, each once', async () => {
    const words = [...(await wordsOf('postgres')), '--runners'];
    const shown = await cli([...words, '--dry-run']);
    expect(shown.stdout).toMatch(/\+ runner global\n {4}note: is a new registration.*\n\+ runner of shop\n/);
    const made = await cli([...words, '--yes']);
    expect(made.stderr).toMatch(/Imported runner global as runner \d+: it is a new registration/);
    expect(made.stdout + made.stderr).not.toContain('t0ken');
    const runners = await place.client.call<{ name: string }[]>('GET', '/runners');
    expect(runners.find(({ name }) => name === 'global')).toMatchObject({
      project_id: null,
      active: true,
      max_parallel_tasks: 2,
      registered: false,
    });
    expect((await cli([...words, '--yes'])).stderr).toContain('There is a runner global already: it is left alone');
  });

  it('should bring in users, who sign in with the passwords that they have', async () => {
    const words = [...(await wordsOf('mysql')), '--users'];
    const shown = await cli([...words, '--dry-run']);
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\+ user alice\n {4}note: .*--admins.*\n\+ user bob\n/),
    });
    const login = (auth: string, password: string): Promise<number> =>
      fetch(`${place.stack.address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ auth, password }),
      }).then(({ status }) => status);
    expect(await login('alice', 'alice Sample 5')).toBe(401);
    const made = await cli([...words, '--yes']);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Imported 2 users') });
    expect(made.stdout + made.stderr + shown.stdout).not.toMatch(/\$2a\$|JBSWY3DP/);
    expect(await login('alice', 'alice Sample 5')).toBe(204);
    expect(await login('bob', 'alice Sample 5')).toBe(401);
    expect(await cli([...words, '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('There is an account with the login or email of alice already'),
    });
  });
});
