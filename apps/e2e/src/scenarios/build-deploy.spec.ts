import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NamedOutput, TaskWithTemplate } from '@switchyard/contracts';
import { eventually, type RepositoryFiles, type TestGitRepository } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { type Person, picture } from '../support/browser.js';
import { CliRun } from '../support/cli-run.js';
import { openTask, statusShown } from '../support/console.js';
import { hasTerraform } from '../support/has-terraform.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const BUILD = 'echo "building $SWITCHYARD_TASK_TARGET_VERSION"; test ! -e broken\n';
const DEPLOY = 'echo "deploying $SWITCHYARD_TASK_INCOMING_VERSION"; cat marker\n';

/** Publishes the same by each tool: two values, and one that nobody may see. */
const PUBLISH: RepositoryFiles = {
  'publish.sh': `echo 'version=1.10' >> "$SWITCHYARD_OUTPUTS"
echo 'ports:=[80, 443]' >> "$SWITCHYARD_OUTPUTS"
echo "login=$LOGIN" >> "$SWITCHYARD_OUTPUTS"
echo 'not good=1' >> "$SWITCHYARD_OUTPUTS"
`,
  'publish.yml': `
- hosts: all
  gather_facts: false
  tasks:
    - ansible.builtin.set_stats:
        data: { version: "1.10", ports: [80, 443] }
    - ansible.builtin.set_stats:
        data: { login: canary-login }
      no_log: true
`,
  'publish/main.tf': `
output "version" { value = "1.10" }
output "ports" { value = [80, 443] }
output "login" {
  value     = "canary-login"
  sensitive = true
}
`,
};
const PLANNED = {
  playbook: 'publish',
  app: 'terraform',
  inventory_id: null,
  task_params: { override_backend: true, auto_approve: true },
};
const LOGIN = { type: 'env', name: 'LOGIN', secret: 'canary-login', operation: 'create' };
const PUBLISHED: NamedOutput[] = [
  { name: 'login', type: 'string', secret: true, value: null },
  { name: 'ports', type: 'list', secret: false, value: [80, 443] },
  { name: 'version', type: 'string', secret: false, value: '1.10' },
];

describe('builds and what deploys them', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let repository: TestGitRepository;
  let project: TestProject;
  let build: number;
  let deploy: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace(
      { 'build.sh': BUILD, 'deploy.sh': DEPLOY, marker: 'first\n', ...PUBLISH },
      { shared: true },
    );
    ({ client, repository, project, person, page } = place);
    build = await createTemplate(client, project, {
      name: 'Build shop',
      type: 'build',
      playbook: 'build.sh',
      start_version: 'v1.0.9',
    });
    deploy = await createTemplate(client, project, {
      name: 'Deploy shop',
      type: 'deploy',
      playbook: 'deploy.sh',
      build_template_id: build,
      autorun: true,
    });
  });

  afterAll(() => place.close());

  const tasksOf = (template: number) =>
    client.call<TaskWithTemplate[]>('GET', `/project/${project.id}/templates/${template}/tasks`);
  const deployOf = (buildTask: number): Promise<TaskWithTemplate> =>
    eventually(async () => {
      const found = (await tasksOf(deploy)).find((task) => task.build_task_id === buildTask);
      if (!found) {
        throw new Error('no deploy yet');
      }
      return found;
    });

  it('should number the build and deploy it by itself, at its commit', async () => {
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('button', { name: /^Build Build shop/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Build', exact: true }).click();
    await statusShown(page.getByRole('dialog'), 'Success');
    const [built] = await tasksOf(build);
    expect(built).toMatchObject({ version: 'v1.0.9', status: 'success' });

    const { id } = await deployOf(built?.id ?? 0);
    await client.untilStatus(project.id, id, 'success');
    const dialog = await openTask(page, project.id, id);
    await dialog.getByRole('log').getByText('deploying v1.0.9').waitFor();
    await dialog.getByText('v1.0.9').first().waitFor();
    await picture(page, '03-deploy-log');
    expect(await client.task(project.id, id)).toMatchObject({ user_id: null, commit_hash: built?.commit_hash });
  });

  it('should offer the successful builds when it is deployed by hand, and check out the chosen one', async () => {
    await repository.commit({ marker: 'second\n' });
    const second = await runTask(client, project, build);
    expect(await client.untilStatus(project.id, second, 'success')).toMatchObject({ version: 'v1.0.10' });
    await client.untilStatus(project.id, (await deployOf(second)).id, 'success');

    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('button', { name: /^Deploy Deploy shop/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('v1.0.10', { exact: true }).waitFor();
    await dialog.getByLabel('Message').fill('typed and deleted');
    await dialog.getByLabel('Message').fill('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Deploy Deploy shop/ }).click();
    await dialog.getByRole('combobox', { name: 'Build version' }).click();
    await page
      .locator('.ant-select-dropdown:visible')
      .getByText(/v1\.0\.9/)
      .click();
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await page.getByRole('log').getByText('first', { exact: true }).waitFor();
    expect(person.faults).toEqual([]);
  });

  it('should not deploy a build that failed, was stopped, or number two builds alike', async () => {
    await repository.commit({ broken: '' });
    const failed = await runTask(client, project, build);
    await client.untilStatus(project.id, failed, 'error');
    const stopped = await runTask(client, project, build);
    await client.call('POST', `/project/${project.id}/tasks/${stopped}/stop`, { force: true });
    const ids = await Promise.all(Array.from({ length: 8 }, () => runTask(client, project, build)));
    const versions = new Set(await Promise.all(ids.map(async (id) => (await client.task(project.id, id)).version)));
    expect(versions.size).toBe(ids.length);
    await client.call('POST', `/project/${project.id}/templates/${build}/stop_all_tasks`);
    await Promise.all(ids.map((id) => client.untilEnded(project.id, id)));
    const deployed = new Set((await tasksOf(deploy)).map((task) => task.build_task_id));
    expect([failed, stopped, ...ids].filter((id) => deployed.has(id))).toEqual([]);
  });

  it('should refuse a build that is not one of its build template, or did not succeed', async () => {
    const foreign = await runTask(client, project, await createTemplate(client, project, { playbook: 'deploy.sh' }));
    const [failed] = (await tasksOf(build)).filter((task) => task.status === 'error');
    for (const build_task_id of [foreign, failed?.id]) {
      const answer = await client.send('POST', `/project/${project.id}/tasks`, { template_id: deploy, build_task_id });
      expect([400, 404]).toContain(answer.status);
    }
  });

  const publishing = [
    ['script', { playbook: 'publish.sh' }, [LOGIN]],
    ['playbook', { playbook: 'publish.yml', app: 'ansible' }, []],
    ['configuration', PLANNED, []],
  ] as const;

  it.each(publishing.slice(0, hasTerraform() ? 3 : 2))(
    'should show what a %s has published',
    async (name, more, secrets) => {
      const environment_id = await client.create(`/project/${project.id}/environment`, {
        project_id: project.id,
        name: `Secrets of the ${name}`,
        json: '{}',
        env: '{}',
        secrets,
      });
      const template = await createTemplate(client, project, { name, environment_id, ...more });
      const id = await runTask(client, project, template);
      await client.untilStatus(project.id, id, 'success', 120_000);
      expect(await client.call('GET', `/project/${project.id}/tasks/${id}/outputs`)).toEqual(PUBLISHED);

      const dialog = await openTask(page, project.id, id);
      await dialog.getByRole('tab', { name: 'Details' }).click();
      await dialog.getByRole('heading', { name: 'Outputs' }).waitFor();
      await dialog.getByText('••• secret', { exact: true }).scrollIntoViewIfNeeded();
      await dialog.getByRole('button', { name: 'Copy version' }).waitFor();
      expect(await dialog.innerHTML()).not.toContain('canary-login');
      expect(await lookFaults(page, `05-task-outputs-${name}`)).toEqual([]);

      const token = await client.call<{ id: string }>('POST', '/user/tokens', { name: `outputs of a ${name}` });
      const env = { LANG: 'C', SWITCHYARD_SERVER: place.stack.address, SWITCHYARD_TOKEN: token.id };
      const cli = (...words: string[]) =>
        new CliRun(['-p', String(project.id), 'outputs', `#${id}`, ...words], env).end();
      expect(JSON.parse((await cli('--output', 'json')).stdout)).toEqual(PUBLISHED);
      const shown = /login +string +••• secret\s+ports +list +\[80,443\]\s+version +string +1\.10/;
      expect((await cli()).stdout).toMatch(shown);
      expect(person.faults).toEqual([]);
    },
  );
});
