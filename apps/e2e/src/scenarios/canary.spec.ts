import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import {
  createGitRepository,
  createSshKey,
  startSshd,
  startVaultServer,
  type TestGitRepository,
  type TestSshServer,
  type TestVaultServer,
} from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { Canaries } from '../support/canaries.js';
import { PlainSocket } from '../support/plain-socket.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { TerraformStates } from '../support/terraform.js';

/** Every task prints all it has, in several ways. */
const TALKATIVE =
  'env; env | base64 -w0; echo; for a in "$@"; do echo "$a"; done; env | od -An -tx1 | tr -d " \\n"; echo\n';
const PLAYBOOK = `
- hosts: all
  gather_facts: false
  vars_files: [vaulted.yml]
  tasks:
    - ansible.builtin.debug:
        msg: "{{ var_secret }} {{ survey_secret }} {{ ansible_password | default('') }} {{ inner }}"
    - ansible.builtin.shell:
        cmd: env; cat; false
        stdin: "{{ var_secret }}"
      ignore_errors: true
    - ansible.builtin.fail:
        msg: "wrong {{ var_secret | b64encode }} {{ survey_secret }}"
`;

describe('secrets of every kind', () => {
  const canaries = new Canaries();
  const states = new TerraformStates();
  const socketTexts: string[] = [];
  let stack: TestStack;
  let client: ApiClient;
  let sshd: TestSshServer;
  let repository: TestGitRepository;
  let project: TestProject;
  let environment: number;
  let sshKey: number;
  let vaultKey: number;
  let keyInVault: number;
  let vault: TestVaultServer;
  const tasks: number[] = [];

  beforeAll(async () => {
    const passphrase = canaries.plant('passphrase');
    const key = await createSshKey({ passphrase });
    const vaultToken = canaries.plant('vault token');
    vault = await startVaultServer({ token: vaultToken });
    const settings = { SWITCHYARD_VAULT_ADDRESS: vault.address };
    [stack, sshd] = await Promise.all([TestStack.start({ settings }), startSshd({ authorizedKeys: [key.publicKey] })]);
    client = await stack.admin();
    const vaultPassword = canaries.plant('vault password');
    repository = await createGitRepository({
      'run.sh': TALKATIVE,
      'show.py': 'import os, sys\nprint(os.environ, sys.argv)\nraise SystemExit(str(os.environ))\n',
      'site.yml': PLAYBOOK,
      'ping.yml': '- hosts: all\n  gather_facts: false\n  tasks: [{ ansible.builtin.ping: }]\n',
      'vaulted.yml': vaulted('inner: shown\n', vaultPassword),
      'main.tf': `${states.configuration('canary', 'box', 1)}variable "var_secret" {}\noutput "shown" {\n value = var.var_secret\n}\n`,
    });
    const secrets = { vault_token: vaultToken, alert: true };
    project = await createProject(client, `file://${repository.path}`, secrets);
    canaries.adopt('private key', key.privateKey.split('\n')[3] ?? '');
    const newKey = (name: string, body: object): Promise<number> =>
      client.create(`/project/${project.id}/keys`, { project_id: project.id, name, ...body });
    const ssh = { login: sshd.user, passphrase, private_key: key.privateKey };
    sshKey = await newKey('ssh', { type: 'ssh', ssh });
    vault.put('ssh/deploy', { private_key: key.privateKey });
    vault.put('secret/site', { password: canaries.plant('value of a vault') });
    const passphraseAlone = { login: sshd.user, passphrase };
    const place = { ssh: passphraseAlone, vault_reference: 'ssh/deploy#private_key' };
    keyInVault = await newKey('in the vault', { type: 'ssh', ...place });
    const password = canaries.plant('login password');
    await newKey('login', { type: 'login_password', login_password: { login: 'someone', password } });
    const ansibleVault = { login: '', password: vaultPassword };
    vaultKey = await newKey('vault', { type: 'login_password', login_password: ansibleVault });
    // Refused as a private address, so that its tries are logged and listed.
    await client.create(`/project/${project.id}/alert_channels`, {
      name: 'push',
      type: 'gotify',
      events: ['failure', 'success'],
      url: `http://127.0.0.1:9/${canaries.plant('alert address')}`,
      token: canaries.plant('alert token'),
    });
    environment = await client.create(`/project/${project.id}/environment`, {
      project_id: project.id,
      name: 'Secrets',
      password: canaries.plant('environment password'),
      json: '{}',
      env: '{}',
      secrets: [
        { type: 'var', name: 'var_secret', secret: canaries.plant('variable secret'), operation: 'create' },
        { type: 'env', name: 'ENV_SECRET', secret: canaries.plant('environment secret'), operation: 'create' },
        { type: 'env', name: 'VAULT_SECRET', vault_reference: 'secret/site#password', operation: 'create' },
      ],
    });
    const git_url = `https://bot:${canaries.plant('repository password')}@git.example.com/site.git`;
    const site = { project_id: project.id, name: 'site', git_url, git_branch: 'main', ssh_key_id: sshKey };
    expect((await client.send('POST', `/project/${project.id}/repositories`, site)).status).toBe(400);
    canaries.adopt('user password', 'Canary-Password-4711');
    const user = { name: 'Canary', username: 'canary', email: 'c@example.com', password: 'Canary-Password-4711' };
    await client.create('/users', user);
    const token = await client.call<{ id: string }>('POST', '/user/tokens');
    canaries.adopt('api token', token.id);
  });

  afterAll(async () => {
    await stack.close();
    await Promise.all([sshd.remove(), repository.remove(), vault.remove()]);
    states.remove();
  });

  async function run(name: string, template: object, end: TaskStatus, task: object = {}): Promise<void> {
    const id = await createTemplate(client, project, { name, environment_id: environment, ...template });
    const started = await runTask(client, project, id, task);
    tasks.push(started);
    await client.untilStatus(project.id, started, end, 120_000);
  }

  it('should reach the tools that need them', async () => {
    const stopWatching = canaries.watchProcesses();
    const socket = await PlainSocket.open(client);
    const survey = [{ name: 'survey_secret', title: 'Survey secret', type: 'secret', required: true }];
    const answers = { secret: JSON.stringify({ survey_secret: canaries.plant('survey secret') }) };
    const overSsh = (name: string, ssh_key_id: number): Promise<number> =>
      client.create(`/project/${project.id}/inventory`, {
        project_id: project.id,
        name,
        type: 'static',
        ssh_key_id,
        inventory: `web ansible_host=127.0.0.1 ansible_port=${sshd.port} ansible_python_interpreter=/usr/bin/python3`,
      });
    const inventory_id = await overSsh('Over SSH', sshKey);
    const vaults = [{ name: null, type: 'password', vault_key_id: vaultKey }];
    await run('shell', { survey_vars: survey }, 'success', answers);
    await run('python', { app: 'python', playbook: 'show.py', survey_vars: survey }, 'error', answers);
    await run(
      'play',
      { app: 'ansible', playbook: 'site.yml', inventory_id, vaults, survey_vars: survey },
      'error',
      answers,
    );
    const vaulted_id = await overSsh('By the vault', keyInVault);
    await run('ping', { app: 'ansible', playbook: 'ping.yml', inventory_id: vaulted_id }, 'success');
    await run('plan', { app: 'terraform', playbook: '', inventory_id: null }, 'waiting_confirmation');
    const kept = { override_backend: true, auto_approve: true };
    await run('state', { app: 'terraform', playbook: '', inventory_id: null, task_params: kept }, 'success');
    const shown = await client.toolLines(project.id, tasks[0] ?? 0);
    expect(shown).toContain('ENV_SECRET=***');
    expect(shown).toContain('VAULT_SECRET=***');
    expect(new Set(vault.reads)).toEqual(new Set(['secret/site', 'ssh/deploy']));
    expect(shown).toContain('survey_secret=***');
    socketTexts.push(...socket.messages.map((message) => JSON.stringify(message)));
    expect(socketTexts.length).toBeGreaterThan(50);
    socket.close();
    stopWatching();
  });

  it('should stand in no answer of the API', async () => {
    const paths = [
      '/user/tokens',
      '/users',
      '/events/last',
      ...[
        '',
        '/keys',
        '/environment',
        `/environment/${environment}`,
        '/inventory',
        '/repositories',
        '/templates',
        '/users',
      ]
        .concat(['/tasks', '/events/last', `/keys/${sshKey}/refs`])
        .map((path) => `/project/${project.id}${path}`),
      ...tasks.flatMap((task) =>
        ['', '/output', '/raw_output', '/snapshot', '/ansible/hosts', '/ansible/errors', '/stages', '/sections'].map(
          (part) => `/project/${project.id}/tasks/${task}${part}`,
        ),
      ),
    ];
    for (const path of paths) {
      const { status, body } = await client.send('GET', path);
      expect([path, status]).toEqual([path, 200]);
      canaries.look(`GET ${path}`, typeof body === 'string' ? body : JSON.stringify(body));
    }
    socketTexts.forEach((text) => canaries.look('a socket message', text));
    expect(canaries.found).toEqual([]);
  });

  it('should stand in no row, no file left behind and no log of ours', async () => {
    expect(await canaries.lookIntoDatabase(stack.postgres.url)).toBeGreaterThan(20);
    canaries.lookIntoFiles(stack.dir);
    stack.parts.forEach((part) => canaries.look(`log of ${part.name}`, readFileSync(part.logFile, 'latin1')));
    expect(canaries.found).toEqual([]);
  });

  it('would notice one that got out', () => {
    const test = new Canaries();
    const value = test.plant('field');
    test.look('here', `xx${Buffer.from(value).toString('hex')}yy`);
    expect(test.found).toEqual(['field in here']);
  });
});

/** Encrypts a file of variables as `ansible-vault` does. */
function vaulted(text: string, password: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'vault-'));
  const [file, secret] = [join(dir, 'vars.yml'), join(dir, 'password')];
  try {
    writeFileSync(file, text);
    writeFileSync(secret, password, { mode: 0o600 });
    execFileSync('ansible-vault', ['encrypt', '--vault-password-file', secret, file], { stdio: 'ignore' });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
