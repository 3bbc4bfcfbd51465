import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BusChannel } from '@switchyard/contracts';
import { Audit, Runner, User, UserTotp } from '@switchyard/database';
import { migratedDatabase, type MigratedDatabase } from '@switchyard/database/testing';
import { createBus, createLogger } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { hashSecret } from '../auth/secrets/credentials.js';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import { publicKeyOf, readSubscriptionKey } from '../billing/subscription/subscription-key.js';
import { runCli } from './run-cli.js';
import { readRunnerCredentials } from './runner-credentials.js';

let database: MigratedDatabase;
let directory: string;

beforeAll(async () => {
  database = await migratedDatabase(4);
  directory = await mkdtemp(join(tmpdir(), 'switchyard-cli-'));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

interface Run {
  code: number;
  out: string[];
  err: string[];
}

async function run(
  args: string[],
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(args, {
    env: { SWITCHYARD_DATABASE_URL: database.url, ...env },
    input: Readable.from([input]),
    print: (line) => void out.push(line),
    complain: (line) => void err.push(line),
  });
  return { code, out, err };
}

interface SetupAnswer {
  admin: { login: string; password: string | null; created: boolean };
  runners: { name: string; dir: string }[];
}
const setup = async (runners: number, env: Record<string, string> = {}): Promise<SetupAnswer> => {
  const { code, out, err } = await run(['setup', '--runner-dir', directory, '--runners', String(runners)], { env });
  expect([code, err, out.length]).toEqual([0, [], 1]);
  return JSON.parse(out.join()) as SetupAnswer;
};
const user = (username: string): Promise<User> => database.dataSource.manager.findOneByOrFail(User, { username });
const opens = async (username: string, password: string): Promise<boolean> =>
  new PasswordHasher().verify((await user(username)).passwordHash, password);
const runner = (name: string): Promise<Runner> => database.dataSource.manager.findOneByOrFail(Runner, { name });
const fingerprint = async (name: string): Promise<string[]> => {
  const files = await Promise.all(['token', 'key.pem'].map((file) => readFile(join(directory, name, file), 'utf8')));
  return [...files, (await runner(name)).tokenHash];
};

describe('setup', () => {
  it('should make the first administrator once and print the made password once', async () => {
    const [first, ...others] = await Promise.all([setup(0), setup(0)]);
    const made = [first, ...others].filter(({ admin }) => admin.created);
    expect(made).toHaveLength(1);
    const { login, password } = made[0]?.admin ?? { login: '', password: '' };
    expect([login, password?.length]).toEqual(['admin', 20]);
    expect(await opens('admin', password ?? '')).toBe(true);
    expect(await setup(0)).toEqual({ admin: { login: 'admin', password: null, created: false }, runners: [] });
  });

  it('should keep a made password in a file until somebody has signed in with it, also over an interrupted set-up', async () => {
    await database.dataSource.query('delete from "user"');
    const file = join(directory, 'first-password');
    const again = async () => {
      const { out } = await run(['setup', '--runner-dir', directory, '--runners', '0', '--password-file', file]);
      return (JSON.parse(out.join()) as SetupAnswer).admin;
    };
    await writeFile(file, 'of-an-interrupted-set-up\n', { mode: 0o600 });
    const password = 'of-an-interrupted-set-up';
    expect(await again()).toEqual({ login: 'admin', password, created: true });
    expect(await again()).toEqual({ login: 'admin', password, created: false });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await database.dataSource.manager.insert(Audit, { action: 'sign-in.password', userId: (await user('admin')).id });
    expect(await again()).toEqual({ login: 'admin', password: null, created: false });
    await expect(stat(file)).rejects.toThrow(/ENOENT/);
    await database.dataSource.query('delete from audit');
  });

  it('should not print a password that was given', async () => {
    await database.dataSource.query('delete from "user"');
    const env = {
      SWITCHYARD_ADMIN_LOGIN: 'Root',
      SWITCHYARD_ADMIN_PASSWORD: 'given password',
      SWITCHYARD_ADMIN_EMAIL: 'root@example.com',
    };
    const answer = await setup(0, env);
    expect(answer.admin).toEqual({ login: 'Root', password: null, created: true });
    expect(await user('Root')).toMatchObject({ admin: true, email: 'root@example.com' });
    expect(await opens('Root', 'given password')).toBe(true);
  });

  it('should give local runners credentials that match their rows, readable by the owner alone', async () => {
    const { runners } = await setup(2);
    expect(runners).toEqual(['local-1', 'local-2'].map((name) => ({ name, dir: join(directory, name) })));
    for (const { name, dir } of runners) {
      const credentials = await readRunnerCredentials(dir);
      expect(await runner(name)).toMatchObject({
        tokenHash: hashSecret(credentials?.token ?? ''),
        publicKey: credentials?.publicKey,
        projectId: null,
        active: true,
        local: true,
      });
      expect(Buffer.from(credentials?.publicKey ?? '', 'base64')).toHaveLength(32);
      expect(Buffer.from(credentials?.token ?? '', 'base64url')).toHaveLength(32);
      for (const file of ['token', 'key.pem']) {
        expect((await stat(join(dir, file))).mode & 0o777).toBe(0o600);
      }
      expect((await stat(dir)).mode & 0o777).toBe(0o700);
    }
  });

  it('should keep credentials that are good', async () => {
    const before = await fingerprint('local-1');
    await setup(1);
    expect(await fingerprint('local-1')).toEqual(before);
  });

  it('should switch surplus runners off, and on again with the same credentials', async () => {
    await setup(2);
    const before = await fingerprint('local-2');
    await setup(1);
    expect([(await runner('local-1')).active, (await runner('local-2')).active]).toEqual([true, false]);
    await setup(2);
    expect((await runner('local-2')).active).toBe(true);
    expect(await fingerprint('local-2')).toEqual(before);
  });

  it.each(['missing', 'damaged', 'unknown'] as const)(
    'should provision again when the credentials are %s',
    async (fault) => {
      await setup(1);
      await database.dataSource.query('update runner set max_parallel_tasks = 3');
      const { id } = await runner('local-1');
      const before = await fingerprint('local-1');
      const damage = {
        missing: () => unlink(join(directory, 'local-1', 'token')),
        damaged: () => writeFile(join(directory, 'local-1', 'key.pem'), 'no key'),
        unknown: () => database.dataSource.query(`update runner set token_hash = 'other' where id = $1`, [id]),
      };
      await damage[fault]();
      await setup(1);
      expect(await fingerprint('local-1')).not.toEqual(before);
      expect(await runner('local-1')).toMatchObject({ id, maxParallelTasks: 3, active: true, local: true });
      const credentials = await readRunnerCredentials(join(directory, 'local-1'));
      expect((await runner('local-1')).tokenHash).toBe(hashSecret(credentials?.token ?? ''));
    },
  );

  it('should make the row again when it was removed', async () => {
    await setup(1);
    await database.dataSource.query('delete from runner');
    await setup(1);
    expect((await runner('local-1')).active).toBe(true);
  });
});

describe('user', () => {
  const add = (login: string, more: string[], input = '') =>
    run(['user', 'add', '--login', login, '--name', 'Ann', '--email', `${login}@example.com`, ...more], { input });

  it('should add an administrator with the password of standard input, and never show it', async () => {
    const { code, out, err } = await add('Ann', ['--admin'], 'typed password\nrest\n');
    expect([code, ...out, ...err].join()).not.toContain('typed password');
    expect(code).toBe(0);
    expect(await user('Ann')).toMatchObject({ admin: true, email: 'Ann@example.com' });
    expect(await opens('Ann', 'typed password')).toBe(true);
  });

  it('should list users', async () => {
    const { out } = await run(['user', 'list']);
    expect(out.map((line) => line.split('\t').slice(1))).toContainEqual(['Ann', 'Ann', 'Ann@example.com', 'admin']);
    expect(out.join()).not.toContain('argon2');
  });

  it('should change a password and end sessions and tokens', async () => {
    const { id } = await user('Ann');
    await database.dataSource.query(`insert into session (id, user_id) values ('s', $1)`, [id]);
    await database.dataSource.query(`insert into api_token (id, prefix, user_id) values ('t', 't', $1)`, [id]);
    const { code, out } = await run(['user', 'change-password', '--login', 'ANN', '--password', 'second one']);
    expect([code, out.join()]).toEqual([0, 'The password of Ann was changed']);
    expect(await opens('Ann', 'second one')).toBe(true);
    expect(await database.dataSource.query('select 1 from session')).toEqual([]);
    expect(await database.dataSource.query('select expired from api_token')).toEqual([{ expired: true }]);
  });

  it('should take two-factor sign-in off for somebody who lost his device', async () => {
    const { id: userId } = await user('Ann');
    await database.dataSource.manager.insert(UserTotp, { userId, secretEncrypted: 'x', recoveryHash: null });
    expect((await run(['user', 'disable-two-factor', '--login', 'Ann'])).code).toBe(0);
    expect(await database.dataSource.manager.countBy(UserTotp, { userId })).toBe(0);
    expect((await run(['user', 'disable-two-factor', '--login', 'ann'])).code).toBe(2);
  });

  it('should be recorded in the audit, without the password', async () => {
    const rows = await database.dataSource.manager.find(Audit, { order: { id: 'ASC' } });
    expect(rows.map(({ action, userAgent, outcome }) => [action, userAgent, outcome])).toEqual([
      ['cli.user-add', 'command line', 'done'],
      ['cli.user-change-password', 'command line', 'done'],
      ['cli.user-disable-two-factor', 'command line', 'done'],
    ]);
    expect(rows[1]?.after).toEqual({ password_hash: '(changed)' });
    expect([rows[2]?.before, rows[2]?.after]).toEqual([{ totp_enabled: true }, { totp_enabled: false }]);
    expect(JSON.stringify(rows)).not.toMatch(/second one|\$argon2/);
  });

  it('should notify the running processes whose access ended', async () => {
    const { id } = await user('Ann');
    const bus = createBus({ databaseUrl: database.url, logger: createLogger({ name: 'test', level: 'silent' }) });
    const notified: string[] = [];
    bus.subscribe(BusChannel.access, (payload) => void notified.push(payload));
    await bus.ready;
    await run(['user', 'change-password', '--login', 'ann', '--password', 'second one']);
    await eventually(() => expect(notified).toEqual([String(id)]));
    await bus.close();
  });

  it.each([
    [
      ['user', 'add', '--login', 'ann', '--name', 'B', '--email', 'b@example.com', '--password', 'long enough'],
      'taken',
    ],
    [['user', 'add', '--login', 'bob', '--name', 'B', '--email', 'nonsense', '--password', 'long enough'], 'email'],
    [['user', 'add', '--login', 'bob', '--name', 'B', '--email', 'b@example.com'], 'must not be empty'],
    [['user', 'add'], '--login'],
    [['user', 'change-password', '--login', 'nobody', '--password', 'long enough'], 'nobody'],
    [['user', 'change-password', '--login', 'ann', '--password', ''], 'must not be empty'],
    [['user', 'rename'], 'no command'],
    [['setup'], '--runner-dir'],
    [['setup', '--runner-dir', 'x', '--runners', '-1'], 'runners'],
    [['setup', '--runner-dir', 'x', '--runners', '0', '--wait', 'long'], '--wait'],
    [['user', 'list', '--nonsense'], 'nonsense'],
  ])('should end with 2 and one explanation for %j', async (args, word) => {
    const { code, err, out } = await run(args);
    expect([code, out]).toEqual([2, []]);
    expect(err.join()).toContain(word);
    expect(await database.dataSource.manager.countBy(User, { username: 'bob' })).toBe(0);
  });
});

describe('subscription', () => {
  it('should make keys, and issue a subscription that the public one proves', async () => {
    const { out } = await run(['subscription', 'make-keys'], { env: { SWITCHYARD_DATABASE_URL: '' } });
    const [privateKey = '', publicKey = ''] = out.map((line) => line.slice(line.indexOf('=') + 1));
    const args = ['subscription', 'issue', '--id', 'a', '--plan', 'pro4', '--seats', '4', '--expires', '2027-01-31'];
    const env = { SWITCHYARD_DATABASE_URL: '', SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY: privateKey };
    const issued = await run(args, { env });
    expect(readSubscriptionKey(issued.out.join(), publicKeyOf(publicKey))).toEqual({
      id: 'a',
      plan: 'pro4',
      seats: 4,
      expiresAt: '2027-01-31T23:59:59.000Z',
    });
    expect((await run(args)).code).toBe(2);
    expect((await run([...args.slice(0, -1), 'soon'], { env })).code).toBe(2);
  });
});

describe('--wait', () => {
  const target = (): { host: string; port: number } => {
    const { hostname, port } = new URL(database.url);
    return { host: hostname, port: Number(port || 5432) };
  };

  /** An address where nothing listens yet, and what makes it lead to the database. */
  async function absentServer(): Promise<{ url: string; listen: () => void; close: () => void }> {
    const proxy = createServer((client) =>
      client
        .pipe(connect(target()))
        .pipe(client)
        .on('error', () => undefined),
    );
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    await new Promise((resolve) => proxy.close(resolve));
    const url = new URL(database.url);
    url.host = `127.0.0.1:${port}`;
    return { url: url.href, listen: () => void proxy.listen(port, '127.0.0.1'), close: () => void proxy.close() };
  }

  it('should wait for a database server that comes later', async () => {
    const server = await absentServer();
    const running = run(['user', 'list', '--wait', '60'], { env: { SWITCHYARD_DATABASE_URL: server.url } });
    const early = await Promise.race([running, setImmediate('waits')]);
    server.listen();
    expect([early, (await running).code]).toEqual(['waits', 0]);
    server.close();
  });

  it('should fail at once without it', async () => {
    const { url } = await absentServer();
    const { code, err } = await run(['user', 'list'], { env: { SWITCHYARD_DATABASE_URL: url } });
    expect([code, err.join()]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('--help', () => {
  it('should name every command, without needing a database', async () => {
    const { code, out } = await run(['--help'], { env: { SWITCHYARD_DATABASE_URL: '' } });
    expect(code).toBe(0);
    for (const command of ['user list', 'user change-password', 'user add', 'user disable-two-factor', 'setup']) {
      expect(out.join()).toContain(command);
    }
  });

  it('should end with 78 when the configuration is wrong', async () => {
    const { code, err } = await run(['user', 'list'], { env: { SWITCHYARD_DATABASE_URL: 'mysql://x' } });
    expect([code, err.join().includes('SWITCHYARD_DATABASE_URL')]).toEqual([78, true]);
  });
});
