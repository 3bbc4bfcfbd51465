import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Job, JobPlanning } from '@switchyard/contracts';
import { sha256 } from '../attempt/attempt-plans.js';
import { withStateAddress } from '../gateway/state-address.js';
import { git, makeRepository } from '../testing/git-repository.js';
import { UID_RANGE } from '../testing/isolated-runner.js';
import { reasonText } from '../testing/reason-text.js';
import {
  EXAMPLE_PLANNING,
  exampleJob,
  LOCAL_INVENTORY,
  makeTestArea,
  recordAttempt,
} from '../testing/recorded-attempt.js';
import { RunnerUnderTest } from '../testing/runner-under-test.js';
import { StateServer } from '../testing/state-server.js';
import { describeWithPodman, TestEngine } from '../testing/test-engine.js';
import { execute } from './execute.js';

const area = makeTestArea();
const ANSIBLE = 'localhost/switchyard-test/ansible:2';
const TERRAFORM = 'localhost/switchyard-test/terraform:1';
const TOOLS = 'localhost/switchyard-test/greet';
const SECRET = 'k-masked-in-the-log';
const SHELL = ['sh', 'cat', 'chmod', 'mkdir', 'rm', 'sleep', 'touch', 'uname'].map((name) => `/bin/${name}`);
const GIT = ['/usr/bin/git', '/usr/bin/ssh'];
/** Of Python: OpenSSL loads modules, and Ansible asks for a locale. */
const opensslModules = (): string =>
  execFileSync('openssl', ['version', '-m'], { encoding: 'utf8' }).split('"')[1] ?? '';
const PYTHON = ['/usr/lib/python3', '/usr/lib/python3.11', '/usr/lib/locale/C.utf8'];
const ANSIBLE_PROGRAMS = ['ansible-playbook', 'ansible-galaxy', 'python3'].map((name) => `/usr/bin/${name}`);

const PLAYBOOK = `- hosts: all
  gather_facts: false
  roles: [greeting]
  tasks:
    - command: git log -1 --format=%s
      args: { chdir: "{{ playbook_dir }}" }
      register: subject
    - debug: { msg: "{{ subject.stdout }}, {{ token }}, {{ lookup('env', 'pem') | replace('\\n', '+') }}" }
    - copy: { content: x, dest: "{{ playbook_dir }}/made" }
    - set_stats: { data: { version: "1.4" } }
`;

/** A playbook whose role is in an archive, and whose secret is in a vault with the password "open". */
function playbook(): string {
  const role = area.path('role', 'greeting', 'tasks');
  mkdirSync(role, { recursive: true });
  writeFileSync(`${role}/main.yml`, '- debug: { msg: from the role }\n');
  mkdirSync(area.path('role', 'greeting', 'meta'));
  writeFileSync(
    area.path('role', 'greeting', 'meta', 'main.yml'),
    'galaxy_info: { author: test, description: test }\n',
  );
  const dir = makeRepository(area.path('playbook'), {
    'site.yml': PLAYBOOK,
    'roles/requirements.yml': '- { src: greeting.tar.gz, name: greeting }\n',
    'group_vars/all.yml': `token: ${SECRET}\n`,
  });
  execFileSync('tar', ['-C', area.path('role'), '-czf', `${dir}/greeting.tar.gz`, 'greeting']);
  writeFileSync(area.path('password'), 'open\n');
  execFileSync('ansible-vault', ['encrypt', '--vault-password-file', area.path('password'), 'group_vars/all.yml'], {
    cwd: dir,
  });
  git(dir, 'add', '--all');
  git(dir, 'commit', '--quiet', '-m', 'Encrypted');
  return dir;
}

const MAIN = `
terraform {
  backend "http" {}
}
variable "password" { sensitive = true }
resource "terraform_data" "box" {
  input = sha256(var.password)
}
output "box" { value = terraform_data.box.id }
`;

describeWithPodman('apps in containers', () => {
  let podman: TestEngine;
  const state = new StateServer();
  let stateUrl: URL;
  beforeAll(async () => {
    chmodSync(area.dir, 0o755);
    podman = await TestEngine.start(area);
    stateUrl = await state.start();
    podman.makeImage(ANSIBLE, {
      programs: [...SHELL, ...GIT, ...ANSIBLE_PROGRAMS],
      directories: [...PYTHON, opensslModules()],
    });
    podman.makeImage(TERRAFORM, { programs: [...SHELL, '/usr/local/bin/terraform'] });
    for (const version of ['1', '2']) {
      podman.makeImage(`${TOOLS}:${version}`, {
        programs: SHELL,
        files: {
          '/opt/tools/greet': `#!/bin/sh\necho greet ${version}\nwhile [ ! -e "$HOME/go" ]; do sleep 0.1; done\n`,
        },
      });
    }
  }, 120_000);
  afterEach(() => expect([podman.containers(), podman.secrets()]).toEqual(['', '']));
  afterAll(() => {
    state.close();
    podman.stop();
    area.remove();
  });

  async function begin(job: Job, confirmed: Buffer | null = null) {
    const attempt = recordAttempt(area, job);
    attempt.plans.confirmed = confirmed;
    const containers = { engine: await podman.open(), instance: 'test' };
    return { attempt, ended: execute({ ...attempt.context, containers }) };
  }

  async function run(job: Job, confirmed: Buffer | null = null) {
    const { attempt, ended } = await begin(job, confirmed);
    const { outcome, reason } = await ended;
    return { ...attempt, end: [outcome, reasonText(reason)] };
  }

  const ansibleJob = (dir: string): Job =>
    exampleJob(`file://${dir}`, {
      app: 'ansible',
      playbook: 'site.yml',
      image: ANSIBLE,
      inventory: LOCAL_INVENTORY,
      vaults: [{ type: 'password', name: null, password: 'open' }],
      secret_env: { pem: `-BEGIN-\n${SECRET}\n` },
    });

  it('should run a playbook with roles, a vault, git and results', async () => {
    const job = ansibleJob(playbook());
    const first = await run(job);
    expect(first.output()).toContain(`Encrypted, ${SECRET}, -BEGIN-+${SECRET}+`);
    expect(first.end).toEqual(['success', '']);
    expect(first.results.hosts).toMatchObject([{ host: 'localhost', ok: 5, changed: 2, failed: 0 }]);
    expect(first.results.stages.map(({ type }) => type)).toEqual(['init', 'running', 'print_result']);
    expect(first.outputs.get('version')).toMatchObject({ value: '1.4' });
    const again = await run(job);
    expect(again.end).toEqual(['success', '']);
    expect(again.system).toContainEqual(expect.stringContaining('the roles installed before are used'));
  });

  it('should mask its secrets, and run it as the user of the attempt', async () => {
    const runner = new RunnerUnderTest();
    try {
      await runner.start({ runAs: UID_RANGE, execute, containers: await podman.open() });
      const { attempts, logs } = runner.gateway;
      const attempt = runner.gateway.assign(ansibleJob(area.path('playbook')));
      const end = await attempts.finished(attempt);
      const log = logs.bytes(attempt).toString();
      expect([end.reason, end.outcome, log]).toEqual([null, 'success', expect.stringContaining('Encrypted, ***')]);
      expect(log).not.toContain(SECRET);
    } finally {
      await runner.close();
    }
  });

  it('should plan in a container, and apply what was confirmed in another', async () => {
    const dir = makeRepository(area.path('configuration'), { 'main.tf': MAIN });
    const at = { address: '/state/1', login: 'attempt', password: 'canary-of-the-state', ca: null };
    const planning: JobPlanning = { ...EXAMPLE_PLANNING, state: at };
    const part = { app: 'terraform', playbook: '', image: TERRAFORM, secret_variables: { password: SECRET } };
    const job = withStateAddress(exampleJob(`file://${dir}`, { ...part, planning }), { url: stateUrl, ca: null });
    const planned = await run(job);
    expect(planned.end).toEqual(['planned', '']);
    expect(planned.facts.plan_summary).toMatchObject({ add: 1 });
    expect(planned.plans.view?.counts.create).toBe(1);
    expect(planned.output()).not.toContain(SECRET);
    const plan = planned.plans.stored ?? Buffer.alloc(0);
    const confirmed = { sha256: sha256(plan), size: plan.length };
    const applied = await run({ ...job, planning: { ...planning, ...job.planning, confirmed_plan: confirmed } }, plan);
    expect(applied.end).toEqual(['success', '']);
    expect(applied.outputs.has('box')).toBe(true);
    expect(JSON.parse(state.state)).toMatchObject({ resources: [{ type: 'terraform_data' }] });
  });

  it('should refuse a state in a file, which would end with the container', async () => {
    const local = MAIN.replace('"http" {}', `"local" { path = "${area.path('kept.tfstate')}" }`);
    const dir = makeRepository(area.path('local'), { 'main.tf': local });
    const part = { app: 'terraform', playbook: '', image: TERRAFORM, secret_variables: { password: SECRET } };
    const { end } = await run(exampleJob(`file://${dir}`, { ...part, planning: EXAMPLE_PLANNING }));
    expect(end).toEqual(['error', expect.stringContaining('state')]);
  });

  it('should run two versions of a tool side by side', async () => {
    const dir = makeRepository(area.path('greetings'), { 'x.txt': '' });
    const jobs = ['1', '2'].map((version) =>
      begin(exampleJob(`file://${dir}`, { app: 'greet', playbook: 'x.txt', image: `${TOOLS}:${version}` })),
    );
    const begun = await Promise.all(jobs);
    await Promise.all(begun.map(({ attempt }, i) => attempt.printed(`greet ${i + 1}`)));
    expect(podman.containers().split('\n')).toHaveLength(2);
    begun.forEach(({ attempt }) => writeFileSync(`${attempt.context.dir}/home/go`, ''));
    expect(await Promise.all(begun.map(async ({ ended }) => (await ended).outcome))).toEqual(['success', 'success']);
  });
});
