import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationTokenWithSecret, Runner } from '@switchyard/contracts';
import { createGitRepository, eventually, type TestGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { root } from '../support/part.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { slowLines } from '../support/scripts.js';
import { Service } from '../support/service.js';
import { TestStack } from '../support/stack.js';

const run = promisify(execFile);

const USER = 'switchyard-runner';
const CONFIG = '/etc/switchyard-runner/config.yaml';
const STATE = '/var/lib/switchyard-runner';
const UNIT = '/lib/systemd/system/switchyard-runner.service';
const FIRST = '1.0.0';
const SECOND = '1.0.1';

/** The package goes onto this very machine, so it must be a Debian of our own, without that package. */
function missingTool(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || process.arch !== 'x64') {
    return 'needs root on Debian, x64';
  }
  return [CONFIG, STATE, '/usr/bin/switchyard-runner'].some(existsSync) ? 'a runner is installed here' : null;
}

const apt = (...args: string[]): Promise<unknown> =>
  run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-y', '-q', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

const accountsIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${USER}:`));
const ownerOf = (file: string): string =>
  execFileSync('stat', ['--format=%U:%G %a', file], { encoding: 'utf8' }).trim();

const reason = missingTool();

(reason ? describe.skip : describe)(`the Debian package of the runner${reason ? ` (skipped: ${reason})` : ''}`, () => {
  let out: string;
  let stack: TestStack;
  let client: ApiClient;
  let repository: TestGitRepository;
  let project: TestProject;
  let service: Service;

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), 'switchyard-packages-'));
    [stack] = await Promise.all([TestStack.start({ runners: 0 }), makePackages()]);
    client = await stack.admin();
    repository = await createGitRepository({
      'run.sh': 'id -un; id -gn; pwd\n',
      'slow.sh': slowLines(3000, 0.05),
    });
    project = await createProject(client, repository.path);
  });

  afterAll(async () => {
    await service?.stop();
    await apt('purge', USER).catch(() => undefined);
    await stack?.close();
    await repository?.remove();
    await rm(out, { recursive: true, force: true });
  });

  async function makePackages(): Promise<void> {
    const maker = join(root, 'tools/package/src/runner/main.mjs');
    const make = (version: string): Promise<unknown> => {
      const options = ['--target', 'linux-x64', '--kind', 'debian', '--version', version, '--out', join(out, version)];
      return run(process.execPath, [maker, ...options]);
    };
    await Promise.all([FIRST, SECOND].map(make));
  }

  const packageOf = (version: string): string => join(out, version, `switchyard-runner_${version}_amd64.deb`);

  async function runner(): Promise<Runner | undefined> {
    return (await client.call<Runner[]>('GET', '/runners')).find(({ name }) => name === 'packaged');
  }

  async function untilOnline(version: string): Promise<void> {
    await eventually(async () => expect(await runner()).toMatchObject({ health: 'online', version }), {
      timeout: 30_000,
    });
  }

  async function runScript(): Promise<string[]> {
    const template = await createTemplate(client, project, { name: `Script ${Math.random()}`, runner_tag: 'packaged' });
    const task = await runTask(client, project, template);
    await client.untilStatus(project.id, task, 'success');
    return client.toolLines(project.id, task);
  }

  const identity = (): string[] => ['token', 'key.pem'].map((name) => readFileSync(join(STATE, name), 'utf8'));

  it('should make a service user, a guarded configuration and an enabled service', async () => {
    await apt('install', '--no-install-recommends', packageOf(FIRST));
    execFileSync('chown', ['-R', `${USER}:`, dirname(repository.path)]);
    service = new Service(UNIT);
    expect(accountsIn('/etc/passwd')).toEqual([expect.stringMatching(/:\/usr\/sbin\/nologin$/)]);
    expect(ownerOf(CONFIG)).toBe(`root:${USER} 640`);
    expect(ownerOf(STATE)).toBe(`${USER}:${USER} 700`);
    expect(existsSync(`/etc/systemd/system/multi-user.target.wants/${USER}.service`)).toBe(true);
    const { stdout } = await run('/usr/bin/switchyard-runner', ['--version']);
    expect(stdout.trim()).toBe(FIRST);
  });

  it('should say what is missing, and not be started again and again, before it is configured', async () => {
    service.start();
    await eventually(() => service.state === 'failed');
    expect(service).toMatchObject({ exitCode: 78, starts: 1 });
    expect(service.output).toContain('SWITCHYARD_RUNNER_URL: must be set');
  });

  it('should register with the token of its configuration', async () => {
    const { token } = await client.call<RegistrationTokenWithSecret>('POST', '/runner_registration_tokens', {
      name: 'packaged',
      tags: ['packaged'],
    });
    const settings = { URL: stack.address, REGISTRATION_TOKEN: token, NAME: 'packaged', STOP_GRACE: 5 };
    Object.entries(settings).forEach(([key, value]) => appendFileSync(CONFIG, `SWITCHYARD_RUNNER_${key}: ${value}\n`));
    service.start();
    await untilOnline(FIRST);
    ['token', 'key.pem'].forEach((name) => expect(ownerOf(join(STATE, name))).toBe(`${USER}:${USER} 600`));
  });

  it('should run a task as its service user', async () => {
    const [user, group, directory] = await runScript();
    expect([user, group]).toEqual([USER, USER]);
    expect(directory).toMatch(new RegExp(`^${STATE}/`));
  });

  it('should come back after kill -9 while a task runs, and leave nothing of it', async () => {
    const template = await createTemplate(client, project, { playbook: 'slow.sh', runner_tag: 'packaged' });
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).length > 3);
    const killed = service.pid;
    process.kill(killed, 'SIGKILL');
    await eventually(() => service.starts === 3 && service.pid !== killed);
    await untilOnline(FIRST);
    expect(service.processes).toEqual([service.pid]);
    expect(await runScript()).toContain(USER);
  });

  it('should be upgraded in place and keep its configuration and identity', async () => {
    const before = { config: readFileSync(CONFIG, 'utf8'), identity: identity(), id: (await runner())?.id };
    await apt('install', '--no-install-recommends', packageOf(SECOND));
    await service.stop();
    service.start();
    await untilOnline(SECOND);
    expect({ config: readFileSync(CONFIG, 'utf8'), identity: identity(), id: (await runner())?.id }).toEqual(before);
    expect(ownerOf(CONFIG)).toBe(`root:${USER} 640`);
    expect(await runScript()).toContain(USER);
  });

  it('should keep configuration and identity when it is removed, and nothing when it is purged', async () => {
    await service.stop();
    const uid = statSync(STATE).uid;
    await apt('remove', USER);
    expect(existsSync('/usr/bin/switchyard-runner')).toBe(false);
    expect([CONFIG, join(STATE, 'token')].every(existsSync)).toBe(true);

    await apt('purge', USER);
    expect([dirname(CONFIG), STATE, UNIT].filter(existsSync)).toEqual([]);
    const units = readdirSync('/etc/systemd/system', { recursive: true, encoding: 'utf8' });
    expect(units.filter((name) => name.includes(USER))).toEqual([]);
    expect([...accountsIn('/etc/passwd'), ...accountsIn('/etc/group')]).toEqual([]);
    await expect(run('dpkg', ['--status', USER])).rejects.toThrow(/not installed/);
    const { stdout } = await run('find', ['/etc', '/usr', '/var', '-xdev', '-uid', String(uid)]);
    expect(stdout).toBe('');
  });
});
