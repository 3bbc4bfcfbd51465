import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createGitRepository,
  createSshKey,
  startSshd,
  type TestSshServer,
  eventually,
  freePort,
  type TestGitRepository,
} from '@switchyard/testing';

import { ApiClient } from '../support/api-client.js';
import { Canaries } from '../support/canaries.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { bashSpy, FORBIDDEN_WORDS, playbookSpy, pythonSpy, type SpyTarget } from '../support/spy-scripts.js';
import { removeInstallation, stackProcesses, StartedCommand } from '../support/started-command.js';

/** Keeps a secret in its environment, its files and its memory, and leaves some of it where all users may write. */
const HOLDER = `
echo "$HELD_SECRET" | tee marker > "$HOME/switchyard-leftover-home"
echo "$HELD_SECRET" > "/tmp/switchyard-leftover-$$"
echo "$HELD_SECRET" > "\${TMPDIR:-/tmp}/switchyard-leftover-own"
echo holding
[ "$1" = leave ] || sleep 600
`;

/** A mirror that an attempt makes borrows what the mirror of the project has. */
const FETCHED = `
echo "borrows from $(cat ../cache/git/*/objects/info/alternates)"
echo "has $(find ../cache/git/*/objects -type f -not -path '*/info/*' | wc -l) objects of its own"
`;
const GREETING = '- hosts: all\n  gather_facts: false\n  tasks: [{ansible.builtin.command: whoami}]\n';

/** Everything else needs root: without it tasks are not separated, which the ready line states. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

describeAsRoot('a task of the local runner', () => {
  const canaries = new Canaries();
  const key = createSshKey();
  let dir: string;
  let stack: StartedCommand;
  let client: ApiClient;
  let target: SpyTarget;
  let sshd: TestSshServer;
  let spies: TestGitRepository;
  let project: TestProject;
  let holder: TestProject;
  let held: number;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'switchyard-separation-'));
    const password = canaries.plant('administrator password');
    stack = new StartedCommand(['--data-dir', dir, '--port', String(await freePort())], {
      SWITCHYARD_ADMIN_PASSWORD: password,
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: canaries.plant('registration token'),
      SWITCHYARD_SMTP_URL: `smtp://mail:${canaries.plant('mail password')}@127.0.0.1:9`,
      SWITCHYARD_SMTP_FROM: 'switchyard@example.com',
      SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: canaries.plant('directory password'),
      UNRELATED_PASSWORD: canaries.plant('a variable of the person who started it'),
    });
    const [, address = ''] = await stack.ready();
    const secretFile = (name: string): string => readFileSync(join(dir, name), 'utf8').trim();
    canaries.adopt('master key', secretFile('secret.key'));
    canaries.adopt('database password', secretFile('postgres/password'));
    canaries.adopt('runner token', secretFile('runners/local-1/token'));
    canaries.adopt('runner key', secretFile('runners/local-1/key.pem').split('\n')[1] ?? '');
    target = { dataDir: dir, pids: stackProcesses(dir).map(({ pid }) => pid) };
    client = new ApiClient(address);
    await client.signIn('admin', password);
    const { publicKey, privateKey } = await key;
    canaries.adopt('key of an inventory', privateKey.split('\n')[3] ?? '');
    sshd = await startSshd({ authorizedKeys: [publicKey] });
    spies = await createGitRepository({
      'spy.sh': bashSpy(target),
      'spy.py': pythonSpy(target),
      'spy.yml': playbookSpy(target),
      'greet.yml': GREETING,
      'fetched.sh': FETCHED,
      'hold.sh': HOLDER,
    });
    [project, holder] = await Promise.all([createProject(client, spies.path), createProject(client, spies.path)]);
    held = await startHolder([]);
    await eventually(async () => expect(await client.toolLines(holder.id, held)).toContain('holding'));
  });

  afterAll(async () => {
    await stack.end('SIGTERM');
    await Promise.all([sshd.remove(), spies.remove(), removeInstallation(dir)]);
  });

  async function startHolder(args: string[]): Promise<number> {
    const environment_id = await client.create(`/project/${holder.id}/environment`, {
      project_id: holder.id,
      name: `Held ${args.join()}`,
      json: '{}',
      env: '{}',
      secrets: [
        {
          type: 'env',
          name: 'HELD_SECRET',
          secret: canaries.plant(`secret of another task ${args.join()}`),
          operation: 'create',
        },
      ],
    });
    const template = await createTemplate(client, holder, {
      name: `Holder ${args.join()}`,
      playbook: 'hold.sh',
      environment_id,
      arguments: JSON.stringify(args),
    });
    return runTask(client, holder, template);
  }

  /** Runs a template to its end, looks at all that people could read of it, and answers the lines of its log. */
  async function look(name: string, template: object): Promise<string> {
    const id = await createTemplate(client, project, { name, ...template });
    const task = await runTask(client, project, id);
    const ended = await client.untilEnded(project.id, task);
    canaries.look(`task of ${name}`, JSON.stringify(ended));
    let text = '';
    for (const part of ['raw_output', 'snapshot', 'ansible/hosts', 'ansible/errors', 'stages']) {
      const { body } = await client.send('GET', `/project/${project.id}/tasks/${task}/${part}`);
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      canaries.look(`${part} of ${name}`, content);
      text += part === 'raw_output' ? content : '';
    }
    return text;
  }

  function expectNothing(log: string): void {
    expect(canaries.found.splice(0)).toEqual([]);
    expect(FORBIDDEN_WORDS.filter((word) => log.includes(word))).toEqual([]);
  }

  it.each([
    ['a script', { playbook: 'spy.sh' }],
    ['a program', { app: 'python', playbook: 'spy.py' }],
    ['a playbook', { app: 'ansible', playbook: 'spy.yml' }],
  ])('should find no secret as %s', async (name, template) => {
    const log = await look(name, template);
    expect(log).toContain('== end');
    expect(log).not.toContain('uid=0(');
    expectNothing(log);
  });

  it('should find nothing that an ended task has left', async () => {
    await client.untilStatus(holder.id, await startHolder(['leave']), 'success');
    const log = await look('the task after', { playbook: 'spy.sh' });
    expect(log).toContain('== end');
    expectNothing(log);
  });

  it.each([
    ['the data directory', '', 'secret.key'],
    ['the data directory by a longer way', '/../$', 'secret.key'],
    ['the credentials of the runner', '/runners/local-1', 'token'],
    ['the database', '/postgres', 'password'],
  ])('should not run or show %s as a repository', async (name, path, playbook) => {
    const address = `${dir}${path.replace('$', dir.split('/').at(-1) ?? '')}`;
    for (const git_url of [address, `file://${address}`]) {
      const repository_id = await client.create(`/project/${project.id}/repositories`, {
        project_id: project.id,
        name: `${name} ${git_url}`,
        git_url,
        git_branch: 'main',
        ssh_key_id: project.keyId,
      });
      for (const app of ['bash', 'python', 'ansible']) {
        expectNothing(await look(`${name} as ${app} ${git_url}`, { app, playbook, repository_id }));
      }
    }
  });

  it('should have left the others alive', async () => {
    expect(stackProcesses(dir).map(({ pid }) => pid)).toEqual(target.pids);
    expect((await client.task(holder.id, held)).status).toBe('running');
    expect(stack.output).not.toContain('unexpectedly');
  });

  it('should reach a machine by ssh', async () => {
    const { privateKey } = await key;
    const ssh_key_id = await client.create(`/project/${project.id}/keys`, {
      project_id: project.id,
      name: 'ssh',
      type: 'ssh',
      ssh: { login: sshd.user, passphrase: '', private_key: privateKey },
    });
    const inventory_id = await client.create(`/project/${project.id}/inventory`, {
      project_id: project.id,
      name: 'Over SSH',
      type: 'static',
      inventory: `web ansible_host=127.0.0.1 ansible_port=${sshd.port} ansible_python_interpreter=/usr/bin/python3`,
      ssh_key_id,
    });
    const template = await createTemplate(client, project, {
      name: 'Greet',
      app: 'ansible',
      playbook: 'greet.yml',
      inventory_id,
    });
    await client.untilStatus(project.id, await runTask(client, project, template), 'success');
  });

  it('should fetch nothing that an earlier task of the project fetched', async () => {
    const log = await look('the same repository again', { playbook: 'fetched.sh' });
    expect(log).toMatch(/^borrows from \/.+objects$/m);
    expect(log).toContain('has 0 objects of its own');
  });
});
