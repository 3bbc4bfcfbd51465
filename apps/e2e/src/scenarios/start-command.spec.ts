import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createGitRepository, eventually, freePort, type TestGitRepository } from '@switchyard/testing';
import { ApiClient } from '../support/api-client.js';
import { root } from '../support/part.js';
import { processesWith } from '../support/processes.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { removeInstallation, StartedCommand } from '../support/started-command.js';

/** Runs the command behind `npm run user` on the data of a stack; answers what it printed. */
async function userCommand(args: readonly string[], dataDir: string, input = ''): Promise<string> {
  const env = { ...process.env, SWITCHYARD_DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['tools/bootstrap.mjs', 'user', ...args], { cwd: root, env });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
  return output;
}

describe('npm start', () => {
  let dir: string;
  let args: string[];
  let password: string;
  let repository: TestGitRepository;
  let project: TestProject;
  let client: ApiClient;
  let first: StartedCommand;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'switchyard-start-'));
    args = ['--data-dir', dir, '--port', String(await freePort())];
    repository = await createGitRepository({ 'run.sh': 'echo done\n', 'long.sh': 'echo begun\nsleep 600\n' });
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
    await client.untilStatus(project.id, await runTask(client, project, template), 'success');
  });

  it('should let people at the server list users and set a new password', async () => {
    expect(await userCommand(['list'], dir)).toContain('admin');
    expect(await userCommand(['user', 'list'], dir)).toContain('admin');
    password = 'a-new-long-password';
    await userCommand(['change-password', '--login', 'admin'], dir, `${password}\n`);
    await client.signIn('admin', password);
  });

  it('should refuse a second start on the same port or data with one line', async () => {
    const second = new StartedCommand(args);
    expect(await second.ended()).toBe(1);
    expect(second.output).not.toMatch(/\n\s+at /);
  });

  it('should recover after kill -9, end the task that was at work and leave no orphan', async () => {
    const template = await createTemplate(client, project, { name: 'long', playbook: 'long.sh' });
    const task = await runTask(client, project, template);
    await eventually(async () => (await client.toolLines(project.id, task)).includes('begun'), { timeout: 30_000 });
    await first.end('SIGKILL');

    const again = new StartedCommand(args);
    const [, , login] = await again.ready();
    expect(login).toBeUndefined();
    await client.signIn('admin', password);
    const ended = await client.untilEnded(project.id, task, 120_000);
    expect(['error', 'stopped']).toContain(ended.status);
    expect(processesWith('sleep 600')).toEqual([]);
    const next = await runTask(client, project, await createTemplate(client, project, { name: 'after' }));
    await client.untilStatus(project.id, next, 'success', 90_000);

    expect(await again.end('SIGTERM')).toBe(0);
    expect(processesWith(dir)).toEqual([]);
  });
});
