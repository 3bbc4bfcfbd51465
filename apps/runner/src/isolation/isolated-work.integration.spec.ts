import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { git, makeRepository } from '../testing/git-repository.js';
import { startGitHttpServer } from '../testing/git-http-server.js';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot } from '../testing/isolated-runner.js';
import { exampleJob, LOCAL_INVENTORY } from '../testing/recorded-attempt.js';
import { makeKey, startSshServer } from '../testing/ssh-server.js';
import { sha256 } from '../attempt/attempt-plans.js';

const SECRET = 'canary-of-the-first-task';
const BOX = 'resource "terraform_data" "box" {}\n';
const SITE = `- hosts: all
  gather_facts: false
  tasks:
    - ansible.builtin.shell: echo "$(id -u) $(stat -c '%u %A' $SSH_AUTH_SOCK) $(ssh-add -l | wc -l) key"
      register: seen
    - ansible.builtin.debug: {var: seen.stdout}
`;

(isRoot ? describe : describe.skip)('the work of an attempt with a user of its own', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;

  beforeAll(() => {
    area = new IsolationArea({
      'hello.sh': 'echo hello; echo "uid $(id -u)"; umask; touch file; ls -ld "$HOME" "$TMPDIR" file | cut -c1-10\n',
      'much.sh': `i=0; while [ $i -lt 200000 ]; do i=$((i+1)); printf 'line %s \\033[31mü\\033[0m\\n' $i; done\n`,
      'print.sh': 'printf "%s " "$PASSWORD"; printf %s "$PASSWORD" | base64\n',
      'site.yml': SITE,
    });
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(() => runner.close());
  afterAll(() => area.remove());

  it('should bring the whole output of a task, however much and whatever it is', async () => {
    await runner.start();
    const attempt = runner.assign(1, { playbook: 'much.sh' });
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(runner.output(attempt)).toBe(
      Array.from({ length: 200_000 }, (_, i) => `line ${i + 1} \u001b[31mü\u001b[0m\n`).join(''),
    );
  });

  it('should mask what a task prints of its secrets', async () => {
    await runner.start();
    const attempt = runner.assign(1, { playbook: 'print.sh', secret_env: { PASSWORD: SECRET } });
    await runner.finished(attempt);
    expect(runner.output(attempt)).toBe('*** ***\n');
  });

  it('should run Ansible with an agent that its user alone can reach, and report its results', async () => {
    const { privateKey } = makeKey(area.dir, 'agent-key', ['-t', 'ed25519']);
    const ssh_key = { type: 'ssh', login: '', passphrase: '', private_key: privateKey } as const;
    await runner.start();
    const attempt = runner.assign(1, {
      app: 'ansible',
      playbook: 'site.yml',
      inventory: { ...LOCAL_INVENTORY, ssh_key },
    });
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success', reason: null });
    expect(runner.output(attempt)).toMatch(/"seen.stdout": "(\d+) \1 srw------- 1 key"/);
    expect(runner.output(attempt)).toMatch(/ok=2/);
  });

  it('should keep the host keys that a task has learnt, and notice a server that changes its own', async () => {
    const server = await startSshServer(area.path('sshd'));
    const key = { type: 'ssh', login: '', passphrase: '', private_key: server.privateKey } as const;
    const url = `ssh://${server.user}@127.0.0.1:${server.port}${area.sources}`;
    const job = exampleJob(url, { playbook: 'hello.sh' });
    const run = (task_id: number) =>
      runner.finished(runner.under.gateway.assign({ ...job, task_id, repository: { ...job.repository, key } }));
    await runner.start();
    expect(await run(1)).toMatchObject({ outcome: 'success', reason: null });
    const file = join(runner.workDir, 'cache', String(job.project_id), '0/known_hosts');
    expect(readFileSync(file, 'utf8')).toContain(`[127.0.0.1]:${server.port} `);
    writeFileSync(file, `[127.0.0.1]:${server.port} ${makeKey(area.dir, 'other-host', ['-t', 'ed25519']).publicKey}`);
    expect(await run(2)).toMatchObject({ reason: expect.stringContaining('another host key') });
    await server.stop();
  });

  const itWithTerraform = spawnSync('terraform', ['version']).status === 0 ? it : it.skip;
  itWithTerraform('should leave a plan, and apply it in another attempt', async () => {
    const planning = {
      workspace: '',
      module_key: { type: 'none' as const },
      backend_filename: null,
      state: null,
      plan_only: false,
      destroy: false,
      auto_approve: false,
      upgrade: false,
      reconfigure: false,
      confirmed_plan: null,
      stages: { init: [], plan: [], apply: [] },
    };
    const state = area.path('state');
    mkdirSync(state);
    chmodSync(state, 0o777);
    const files = { 'main.tf': `terraform {\n  backend "local" {\n    path = "${state}/box.tfstate"\n  }\n}\n${BOX}` };
    const source = makeRepository(area.path('terraform'), files);
    const job = exampleJob(`file://${source}`, { app: 'terraform', playbook: '', planning });
    const { attempts } = runner.under.gateway;
    await runner.start('nobody');
    const first = runner.under.gateway.assign({ ...job, task_id: 1 });
    expect(await runner.finished(first)).toMatchObject({ outcome: 'planned', reason: null });
    const plan = attempts.get(first).plan.stored ?? Buffer.alloc(0);
    const confirmed_plan = { sha256: sha256(plan), size: plan.length };
    const second = runner.under.gateway.assign({ ...job, task_id: 2, planning: { ...planning, confirmed_plan } });
    attempts.get(second).plan.confirmed = plan;
    expect(await runner.finished(second)).toMatchObject({ outcome: 'success', reason: null });
    expect(attempts.get(second).facts.commit_hash).toBe(attempts.get(first).facts.commit_hash);
    expect(readFileSync(`${state}/box.tfstate`, 'utf8')).toContain('terraform_data');
  });

  it('should fetch with a password that no other user can read', async () => {
    git(area.dir, 'clone', '--quiet', '--bare', area.sources, 'web.git');
    git(area.path('web.git'), 'update-server-info');
    const web = await startGitHttpServer(area.dir, 'ada', SECRET);
    const key = { type: 'login_password', login: 'ada', password: SECRET } as const;
    const job = exampleJob(`${web.origin}/web.git`, { task_id: 1, playbook: 'hello.sh' });
    await runner.start();
    const attempt = runner.under.gateway.assign({ ...job, repository: { ...job.repository, key } });
    expect(await runner.finished(attempt)).toMatchObject({ outcome: 'success', reason: null });
    expect(runner.uidOf(attempt)).toBeGreaterThanOrEqual(FIRST_UID);
    await web.stop();
  });
});
