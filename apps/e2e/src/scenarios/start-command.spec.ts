import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGitRepository, eventually, freePort, type TestGitRepository } from '@switchyard/testing';
import { ApiClient } from '../support/api-client.js';
import { root } from '../support/part.js';
import { ownSeconds, processesWith } from '../support/processes.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { removeInstallation, StartedCommand } from '../support/started-command.js';

/** Runs a command for people at the server, as `npm run` does, on the data of a stack; answers what it printed. */
async function atServer(args: readonly string[], dataDir: string, input = ''): Promise<string> {
  const env = { ...process.env, SWITCHYARD_DATA_DIR: dataDir, SWITCHYARD_BACKUP_PASSPHRASE: 'of a backup in a test' };
  const child = spawn(process.execPath, ['tools/bootstrap.mjs', ...args], { cwd: root, env });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  expect([code, output]).toEqual([0, output]);
  return output;
}

const userCommand = (args: readonly string[], dataDir: string, input = ''): Promise<string> =>
  atServer(['user', ...args], dataDir, input);

/** Project, members and log as people see them. */
async function seen(client: ApiClient, project: TestProject, task: number): Promise<unknown[]> {
  const paths = ['/projects', '/users', `/project/${project.id}/users`];
  const log = await fetch(`${client.address}/api/project/${project.id}/tasks/${task}/raw_output`, {
    headers: client.headers,
  });
  return [...(await Promise.all(paths.map((path) => client.call('GET', path)))), await log.text()];
}

const KEYED = 'test "$TOKEN" = of-the-key && echo token-fits\n';

describe('npm start', () => {
  const seconds = ownSeconds();
  let dir: string;
  let args: string[];
  let password: string;
  let repository: TestGitRepository;
  let project: TestProject;
  let client: ApiClient;
  let first: StartedCommand;
  let finished: number;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'switchyard-start-'));
    args = ['--data-dir', dir, '--port', String(await freePort())];
    repository = await createGitRepository({
      'run.sh': 'echo done\n',
      'long.sh': `echo begun\nsleep ${seconds}\n`,
      'keyed.sh': KEYED,
    });
  });

  afterAll(async () => {
    await repository.remove();
    await removeInstallation(dir);
  });

  it('should print one line with the address and the password of the first administrator, and work', async () => {
    first = new StartedCommand(args);
    const [, address = '', login = '', printed = ''] = await first.ready();
    password = printed;
    client = new ApiClient(address);
    await client.signIn(login, password);
    project = await createProject(client, repository.path);
    const template = await createTemplate(client, project, {});
    finished = await runTask(client, project, template);
    await client.untilStatus(project.id, finished, 'success');
  });

  it('should let people at the server list users and set a new password', async () => {
    expect(await userCommand(['list'], dir)).toContain('admin');
    expect(await userCommand(['user', 'list'], dir)).toContain('admin');
    password = 'a-new-long-password';
    await userCommand(['change-password', '--login', 'admin'], dir, `${password}\n`);
    await client.signIn('admin', password);
  });

  it('should serve the same from a backup that was made while a task ran, and run nothing a second time', async () => {
    const restoredDir = await mkdtemp(join(tmpdir(), 'switchyard-restored-'));
    const file = join(dir, 'whole.backup');
    const secret = { name: 'TOKEN', secret: 'of-the-key', type: 'env', operation: 'create' };
    const environment = { project_id: project.id, name: 'Secrets', json: '{}', env: '{}', secrets: [secret] };
    const environmentId = await client.create(`/project/${project.id}/environment`, environment);
    const member = { username: 'mira', name: 'Mira', email: 'mira@example.com', password: 'mira-has-a-password' };
    const userId = await client.create('/users', member);
    await client.call('POST', `/project/${project.id}/users`, { user_id: userId, role: 'task_runner' });
    const keyed = await createTemplate(client, project, {
      name: 'keyed',
      playbook: 'keyed.sh',
      environment_id: environmentId,
    });
    const long = await createTemplate(client, project, { name: 'copied', playbook: 'long.sh' });
    const atWork = await runTask(client, project, long);
    await eventually(async () => (await client.toolLines(project.id, atWork)).includes('begun'));

    expect(await atServer(['backup', file], dir)).toContain('Backup written and verified');
    const before = await seen(client, project, finished);
    await client.call('POST', `/project/${project.id}/tasks/${atWork}/stop`, { force: true });
    expect(await atServer(['restore', file], restoredDir)).toContain('1 tasks');

    const restored = new StartedCommand(['--data-dir', restoredDir, '--port', String(await freePort())]);
    const [, address = ''] = await restored.ready();
    const there = new ApiClient(address);
    await there.signIn('mira', member.password);
    await there.signIn('admin', password);
    expect(await seen(there, project, finished)).toEqual(before);
    expect(await there.task(project.id, atWork)).toMatchObject({ status: 'error' });
    const run = await runTask(there, project, keyed);
    await there.untilStatus(project.id, run, 'success', 90_000);
    expect(await there.toolLines(project.id, run)).toContain('token-fits');

    expect(await restored.end('SIGTERM')).toBe(0);
    await removeInstallation(restoredDir);
  });

  it('should refuse a second start on the same port or data with one line', async () => {
    const second = new StartedCommand(args);
    expect(await second.ended()).toBe(1);
    expect(second.output).not.toMatch(/\n\s+at /);
  });

  it('should recover after kill -9, end the task that was at work and leave no orphan', async () => {
    const template = await createTemplate(client, project, { name: 'long', playbook: 'long.sh' });
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).includes('begun'));
    await first.end('SIGKILL');

    const again = new StartedCommand(args);
    const [, , login] = await again.ready();
    expect(login).toBeUndefined();
    await client.signIn('admin', password);
    const ended = await client.untilEnded(project.id, task, 120_000);
    expect(['error', 'stopped']).toContain(ended.status);
    expect(processesWith(seconds)).toEqual([]);
    const next = await runTask(client, project, await createTemplate(client, project, { name: 'after' }));
    await client.untilStatus(project.id, next, 'success', 90_000);

    expect(await again.end('SIGTERM')).toBe(0);
    expect(processesWith(dir)).toEqual([]);
  });

  it('should start over when its data directory was removed, with a local runner that trusts the new server', async () => {
    await rm(dir, { recursive: true });
    const fresh = new StartedCommand(args);
    const [, address = '', login = '', printed = ''] = await fresh.ready();
    const there = new ApiClient(address);
    await there.signIn(login, printed);
    const made = await createProject(there, repository.path);
    const task = await runTask(there, made, await createTemplate(there, made, {}));
    await there.untilStatus(made.id, task, 'success', 60_000);
    expect(await fresh.end('SIGTERM')).toBe(0);
  });
});
