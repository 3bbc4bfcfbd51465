import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Task } from '@switchyard/contracts';
import { eventually, startSshd, type TestGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const PLAYBOOK = '- hosts: all\n  gather_facts: false\n  tasks:\n    - ansible.builtin.debug: {msg: hello}\n';
const VAULTED = `$ANSIBLE_VAULT;1.1;AES256
36343163623330306530346163313564373132376534353162653161353038323265376364646661
3038363161306264663461623031316366663534366163620a303661396164363861373738623266
30613636653264343036626534373936613963363330326239663430343765313766646537613532
3734306438643437660a663966363639663434363736313735366237653264633931333035336634
3531
`;

describe('bad input', () => {
  let place: Workplace;
  let client: ApiClient;
  let repository: TestGitRepository;
  let project: TestProject;

  beforeAll(async () => {
    place = await openWorkplace(
      {
        'site.yml': PLAYBOOK,
        'remote.yml': '- hosts: all\n  gather_facts: false\n  tasks:\n    - ansible.builtin.command: whoami\n',
        'vaulted.yml': `- hosts: all\n  gather_facts: false\n  vars_files: [secret.yml]\n  tasks: []\n`,
        'secret.yml': VAULTED,
        'bytes.sh': `printf 'caf\\xe9 ok\\n'; printf '\\xff\\xfe\\n'; echo end\n`,
        'long.sh': `head -c 10485760 /dev/zero | tr '\\0' x; echo; echo end\n`,
        'progress.sh': `for i in 1 2 3; do printf "\\r%d%%" $i; done; echo; echo end\n`,
      },
      { git: 'path' },
    );
    ({ client, repository, project } = place);
  });

  afterAll(() => place.close());

  const path = (rest: string): string => `/project/${project.id}${rest}`;

  async function runOf(template: object, task: object = {}): Promise<Task> {
    const id = await createTemplate(client, project, { name: `T ${Math.random()}`, ...template });
    return client.untilEnded(project.id, await runTask(client, project, id, task), 90_000);
  }

  const refused = async (method: string, where: string, body: unknown): Promise<unknown> => {
    const { status, body: answer } = await client.send(method, where, body);
    return [status, (answer as { error?: string }).error ?? ''];
  };

  it('should refuse what cannot be right before anything is stored', async () => {
    const before = await client.call<unknown[]>('GET', path('/templates'));
    const template = {
      project_id: project.id,
      name: 'x',
      app: 'bash',
      playbook: 'a.sh',
      repository_id: project.repositoryId,
    };
    const cases: [unknown, RegExp][] = [
      [{ ...template, name: '' }, /name/],
      [{ ...template, playbook: '-e@/etc/passwd' }, /playbook/],
      [{ ...template, playbook: '../../etc/x.yml' }, /playbook/],
      [{ ...template, git_branch: '--upload-pack=x' }, /git_branch/],
      [{ ...template, arguments: '{"a"' }, /arguments/],
    ];
    for (const [body, message] of cases) {
      expect(await refused('POST', path('/templates'), body)).toEqual([400, expect.stringMatching(message)]);
    }
    expect(await refused('POST', path('/environment'), { project_id: project.id, name: 'e', json: '{"a":' })).toEqual([
      400,
      expect.stringMatching(/json/),
    ]);
    expect((await client.send('POST', path('/templates'), '{"name":')).status).toBe(400);
    expect((await client.send('GET', path('/templates/999999'))).status).toBe(404);
    expect((await client.send('GET', '/project/999999/templates')).status).toBe(404);
    expect(await client.call<unknown[]>('GET', path('/templates'))).toHaveLength(before.length);
  });

  it('should refuse ids of another project', async () => {
    const other = await createProject(client, repository.path);
    const foreign = await createTemplate(client, other, {});
    expect((await client.send('GET', path(`/templates/${foreign}`))).status).toBe(404);
    expect((await client.send('POST', path('/tasks'), { template_id: foreign })).status).toBe(404);
    const stolen = {
      project_id: project.id,
      name: 's',
      app: 'bash',
      playbook: 'a.sh',
      repository_id: other.repositoryId,
    };
    expect([400, 404]).toContain((await client.send('POST', path('/templates'), stolen)).status);
  });

  it('should report that the repository does not exist', async () => {
    const repositoryId = await client.create(path('/repositories'), {
      project_id: project.id,
      name: 'Nowhere',
      git_url: 'file:///nonexistent/repository.git',
      git_branch: 'main',
      ssh_key_id: project.keyId,
    });
    const task = await runOf({ repository_id: repositoryId });
    expect(task).toMatchObject({ status: 'error', end_reason: expect.stringMatching(/repository/i) });
  });

  it('should report that branch and playbook are not there', async () => {
    expect(await runOf({ git_branch: 'missing' })).toMatchObject({
      status: 'error',
      end_reason: expect.stringMatching(/missing/),
    });
    expect(await runOf({ playbook: 'missing.sh' })).toMatchObject({
      status: 'error',
      end_reason: expect.stringMatching(/missing\.sh/),
    });
  });

  it("should end as error with Ansible's own words when it rejects inventory or vault password", async () => {
    const inventory = await client.create(path('/inventory'), {
      project_id: project.id,
      name: 'Broken',
      type: 'static-yaml',
      inventory: '- a\n- b\n',
      ssh_key_id: project.keyId,
    });
    expect(await runOf({ app: 'ansible', playbook: 'site.yml', inventory_id: inventory })).toMatchObject({
      status: 'error',
    });

    const key = await client.create(path('/keys'), {
      project_id: project.id,
      name: 'Wrong vault password',
      type: 'login_password',
      login_password: { login: '', password: 'not-the-password' },
    });
    const vaults = [{ name: null, type: 'password', vault_key_id: key }];
    const task = await runOf({ app: 'ansible', playbook: 'vaulted.yml', vaults });
    expect(task.status).toBe('error');
    expect((await client.toolLines(project.id, task.id)).join('\n')).toMatch(/decrypt|vault/i);
  });

  it('should end as error with a wrong SSH password, and succeed with the right one', async () => {
    const sshd = await startSshd({ passwordLogin: { user: 'deployer', password: 'open-sesame' } });
    const runWith = async (password: string): Promise<Task> => {
      const key = await client.create(path('/keys'), {
        project_id: project.id,
        name: 'SSH password',
        type: 'login_password',
        login_password: { login: 'deployer', password },
      });
      const inventory = await client.create(path('/inventory'), {
        project_id: project.id,
        name: 'By password',
        type: 'static',
        inventory: `web ansible_host=${sshd.host} ansible_port=${sshd.port} ansible_python_interpreter=/usr/bin/python3`,
        ssh_key_id: key,
      });
      return runOf({ app: 'ansible', playbook: 'remote.yml', inventory_id: inventory });
    };
    const refused = await runWith('not-the-password');
    expect(refused.status).toBe('error');
    expect((await client.toolLines(project.id, refused.id)).join('\n')).toMatch(/UNREACHABLE|password/);
    const [secret, accepted] = ['open-sesame', await runWith('open-sesame')];
    expect(accepted.status).toBe('success');
    expect(JSON.stringify(await client.output(project.id, accepted.id))).not.toContain(secret);
    await sshd.remove();
  });

  it('should keep the log whole with bytes that are no UTF-8, a line of 10 MB, and progress bars', async () => {
    const bytes = await runOf({ playbook: 'bytes.sh' });
    expect(await client.toolLines(project.id, bytes.id)).toEqual(['caf\ufffd ok', '\ufffd\ufffd', 'end']);

    const long = await runOf({ playbook: 'long.sh' });
    expect(long.status).toBe('success');
    const lines = await client.toolLines(project.id, long.id);
    expect(lines.at(-1)).toBe('end');
    expect(lines.slice(0, -1).join('').length).toBe(10_485_760);

    const progress = await runOf({ playbook: 'progress.sh' });
    expect(await client.toolLines(project.id, progress.id)).toEqual(['\r1%\r2%\r3%', 'end']);
  });

  it('should wait with its reason when no runner has the tag, and start when no tag is needed any more', async () => {
    const id = await createTemplate(client, project, { name: 'tagged', playbook: 'progress.sh', runner_tag: 'gpu' });
    const task = await runTask(client, project, id);
    await eventually(async () => {
      expect((await client.task(project.id, task)).waiting_reason?.code).toBe('no_matching_tag');
    });
    await client.call('POST', path(`/tasks/${task}/stop`));
    expect((await client.task(project.id, task)).status).toBe('stopped');
  });
});
