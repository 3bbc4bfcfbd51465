import { waitUntil } from '@switchyard/concurrency';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../process/free-port.js';
import { isRunning } from '../process/process-info.js';
import { readPostmasterPid } from '../postgres/postmaster-pid.js';
import { writeFakeApplications } from '../testing/fake-applications.js';
import { StackUnderTest } from '../testing/stack-under-test.js';
import { readStackRecord } from './stack-record.js';

describe('the stack', () => {
  let root: string;
  let dataDir: string;
  let port: number;
  let started: StackUnderTest[];

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'switchyard-stack-'));
    chmodSync(root, 0o711);
    dataDir = join(root, 'data');
    port = await freePort();
    started = [];
    writeFakeApplications(root);
  });

  afterEach(async () => {
    await Promise.all(started.map((stack) => stack.end()));
    rmSync(root, { recursive: true, force: true });
  });

  function start(environment: Record<string, string> = {}): StackUnderTest {
    const stack = new StackUnderTest(root, ['--port', String(port), '--data-dir', dataDir], environment);
    started.push(stack);
    return stack;
  }

  function pidOf(name: string): number {
    return readStackRecord(dataDir)?.processes.find((known) => known.name === name)?.pid ?? 0;
  }

  function postgresPid(): number {
    return readPostmasterPid(join(dataDir, 'postgres/cluster'))?.pid ?? 0;
  }

  async function fetchText(path: string): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return response.text();
  }

  async function handedSettings(): Promise<unknown> {
    const { settings } = JSON.parse(await fetchText('/environment')) as { settings: unknown };
    return settings;
  }

  it('should print one ready line, with the password only when the administrator was made, and stop whole', async () => {
    const first = start();
    expect(await first.ready()).toContain('sign in as admin with the password first-password');
    const pids = [...(readStackRecord(dataDir)?.processes ?? []).map(({ pid }) => pid), postgresPid()];
    expect(pids).toHaveLength(4);
    expect(pids.every(isRunning)).toBe(true);
    expect(await first.end('SIGINT')).toBe(0);
    expect(pids.some(isRunning)).toBe(false);
    expect(readStackRecord(dataDir)).toBeUndefined();

    const second = start();
    expect(await second.ready()).not.toContain('password');
    expect(second.lines.filter((line) => line.includes('ready at'))).toHaveLength(1);
  });

  it('should end the orphans of a killed supervisor and adopt its database', async () => {
    const killed = start();
    await killed.ready();
    await killed.end('SIGKILL');
    const orphans = ['api', 'dispatcher', 'runner-local-1'].map(pidOf);
    const postgres = postgresPid();
    expect(orphans.every(isRunning)).toBe(true);

    const next = start();
    await next.ready();
    expect(orphans.some(isRunning)).toBe(false);
    expect(postgresPid()).toBe(postgres);
    await next.end();
    expect(isRunning(postgres)).toBe(false);
  });

  it('should recover when supervisor and database were both killed', async () => {
    const killed = start();
    await killed.ready();
    await killed.end('SIGKILL');
    process.kill(postgresPid(), 'SIGKILL');
    await start().ready();
  });

  it('should stop by itself when the npm that started it is killed, and let the next start wait for that', async () => {
    const parent = new StackUnderTest(root, ['--port', String(port), '--data-dir', dataDir], {}, 'below npm');
    started.push(parent);
    await parent.ready();
    const supervisor = readStackRecord(dataDir)?.supervisor.pid ?? 0;
    await parent.end('SIGKILL');
    expect(isRunning(supervisor)).toBe(true);
    await start().ready();
    expect(isRunning(supervisor)).toBe(false);
  });

  it('should leave a process alone whose pid was reused', async () => {
    const stranger = new StackUnderTest(root, ['--port', String(await freePort()), '--data-dir', join(root, 'other')]);
    started.push(stranger);
    await stranger.ready();
    const supervisor = readStackRecord(join(root, 'other'))?.supervisor;
    const first = start();
    await first.ready();
    await first.end('SIGKILL');
    const record = readStackRecord(dataDir);
    const forged = { name: 'api', pid: supervisor?.pid, identity: 'another:1' };
    const processes = [...(record?.processes ?? []), forged];
    writeFileSync(join(dataDir, 'stack.json'), JSON.stringify({ ...record, processes }));
    await start().ready();
    expect(isRunning(supervisor?.pid ?? 0)).toBe(true);
  });

  it('should start a program again when it ends by itself', async () => {
    const stack = start();
    await stack.ready();
    const before = pidOf('api');
    await expect(fetchText('/crash')).rejects.toThrow();
    await stack.line(/api ended unexpectedly \(code 7\), starting it again in 1 s/);
    await waitUntil(() => pidOf('api') !== 0 && pidOf('api') !== before, 10_000);
    await waitUntil(
      () =>
        fetchText('/api/health').then(
          () => true,
          () => false,
        ),
      10_000,
    );
    expect(await fetchText('/api/health')).toBe('ok');
  });

  it('should start the database again on the same port when it is killed', async () => {
    const stack = start();
    await stack.ready();
    const before = readPostmasterPid(join(dataDir, 'postgres/cluster'));
    process.kill(before?.pid ?? 0, 'SIGKILL');
    await waitUntil(() => postgresPid() !== before?.pid && isRunning(postgresPid()), 20_000);
    expect(readPostmasterPid(join(dataDir, 'postgres/cluster'))?.port).toBe(before?.port);
  });

  it('should kill a program that does not end after the grace time', async () => {
    const stack = start({ FAKE_STUBBORN: 'yes', SWITCHYARD_STOP_GRACE_MS: '500' });
    await stack.ready();
    const runner = pidOf('runner-local-1');
    expect(await stack.end()).toBe(0);
    expect(isRunning(runner)).toBe(false);
  });

  it('should wait for a runner whose tasks are ending, and ask it to hurry at a second signal', async () => {
    const stack = start({ SWITCHYARD_RUNNER_TAGS: 'two-signals' });
    await stack.ready();
    const runner = pidOf('runner-local-1');
    const runnerLog = () => readFileSync(join(dataDir, 'logs/runner-local-1.log'), 'utf8');
    await waitUntil(() => runnerLog().includes('listens'), 10_000);
    const ended = stack.end('SIGTERM');
    await stack.line(/Waiting up to 330 s for running tasks to end; a second Ctrl-C ends them at once/);
    expect(isRunning(runner)).toBe(true);
    expect(await stack.end('SIGTERM')).toBe(0);
    await ended;
    expect(runnerLog()).toContain('hurries');
  });

  it('should hand the database to api by an open file', async () => {
    await start().ready();
    expect(await handedSettings()).toMatchObject({
      SWITCHYARD_DATA_DIR: dataDir,
      SWITCHYARD_DATABASE_URL: expect.stringMatching(/^postgres:\/\/switchyard:.+@%2F.+%2Fsocket:\d+\/switchyard$/),
    });
  });

  it('should hand two sign-in providers of the settings file to the api as they stand there', async () => {
    const file = join(root, 'switchyard.yaml');
    const providers = [{ id: 'one', scopes: ['openid'] }, { id: 'two' }];
    const settings = {
      SWITCHYARD_WEB_HOST: 'https://switchyard.example.com',
      SWITCHYARD_AUTH_OIDC_PROVIDERS: providers,
    };
    writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
    await start({ SWITCHYARD_CONFIG: file }).ready();
    const handed = await handedSettings();
    expect(JSON.parse(String(Reflect.get(Object(handed), 'SWITCHYARD_AUTH_OIDC_PROVIDERS')))).toEqual(providers);
  });

  it('should give no secret to a program by its environment or command line, also when it is started again', async () => {
    const key = Buffer.alloc(32, 'planted').toString('base64');
    const secrets = { SWITCHYARD_SECRET_KEY: key, SWITCHYARD_ADMIN_PASSWORD: 'planted-2' };
    await start({ ...secrets, SWITCHYARD_QUEUE_URL: 'redis://:planted-3@queue' }).ready();
    const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
    const before = pidOf('api');
    await expect(fetchText('/crash')).rejects.toThrow();
    await waitUntil(() => pidOf('api') !== 0 && pidOf('api') !== before, 10_000);
    await waitUntil(() => handedSettings().then(Boolean, () => false), 10_000);
    expect(await handedSettings()).toMatchObject(secrets);
    for (const pid of (readStackRecord(dataDir)?.processes ?? []).map((known) => known.pid)) {
      const visible = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8')).join();
      expect(visible).not.toMatch(/planted/);
      expect(visible).not.toContain(key);
      expect(visible).not.toContain(password);
    }
  });

  it('should close what an earlier version left open', async () => {
    const first = start();
    await first.ready();
    await first.end();
    const files = ['logs', 'postgres/password', 'postgres/postgres.log'].map((name) => join(dataDir, name));
    files.forEach((file) => chmodSync(file, 0o755));
    await start().ready();
    expect(files.map((file) => statSync(file).mode & 0o077)).toEqual([0, 0, 0]);
  });

  it('should refuse a data directory that others can write to', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'of-somebody-else'), '');
    chmodSync(dataDir, 0o777);
    const stack = start();
    expect(await stack.exitCode()).toBe(1);
    expect(stack.lines).toEqual([expect.stringContaining('Other users can write to the data directory')]);
  });

  it('should start runners whose tasks are separated, unless this is turned off, and report it', async () => {
    const environ = () => readFileSync(`/proc/${pidOf('runner-local-1')}/environ`, 'utf8').split('\0');
    const first = start();
    await first.ready();
    const separate = process.getuid?.() === 0 ? [expect.stringMatching(/^SWITCHYARD_RUNNER_RUN_AS=\d+-\d+$/)] : [];
    expect(environ()).toEqual(expect.arrayContaining(separate));
    await first.end();

    const second = start({ SWITCHYARD_LOCAL_RUNNER_RUN_AS: 'off' });
    await second.line(/Tasks are not separated from the server/);
    expect(environ().join()).not.toContain('RUN_AS');
  });

  it('should report in one line that the port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const stack = start();
    expect(await stack.exitCode()).toBe(1);
    expect(stack.lines).toEqual([expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`)]);
    other.close();
  });

  it('should report in one line that the data directory cannot be written', async () => {
    writeFileSync(dataDir, 'a file in its place');
    const stack = start();
    expect(await stack.exitCode()).toBe(1);
    expect(stack.lines).toEqual([expect.stringContaining(`The data directory ${dataDir} cannot be written`)]);
  });

  it('should refuse a data directory that another supervisor uses', async () => {
    await start().ready();
    const second = start();
    expect(await second.exitCode()).toBe(1);
    expect(second.lines).toEqual([expect.stringContaining(`Switchyard already runs on ${dataDir}`)]);
  });

  it('should give up with the reason on the screen when a program never starts', async () => {
    const stack = start({ FAKE_API_FAULT: 'SWITCHYARD_SECRET_KEY is too short' });
    expect(await stack.exitCode()).toBe(1);
    expect(stack.lines).toContain('[api] SWITCHYARD_SECRET_KEY is too short');
    expect(stack.lines.at(-1)).toMatch(/^api does not start/);
    expect(isRunning(postgresPid())).toBe(false);
  });

  it('should stop cleanly when the signal comes while it starts', async () => {
    const stack = start();
    await stack.line(/Preparing the database/);
    expect(await stack.end()).toBe(0);
    expect(isRunning(postgresPid())).toBe(false);
    expect(readStackRecord(dataDir)).toBeUndefined();
  });
});
