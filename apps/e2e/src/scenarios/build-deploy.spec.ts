import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { eventually, type TestGitRepository } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { type Person, picture } from '../support/browser.js';
import { openTask, statusShown } from '../support/console.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const BUILD = 'echo "building $SWITCHYARD_TASK_TARGET_VERSION"; test ! -e broken\n';
const DEPLOY = 'echo "deploying $SWITCHYARD_TASK_INCOMING_VERSION"; cat marker\n';

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
    place = await openConsoleWorkplace({ 'build.sh': BUILD, 'deploy.sh': DEPLOY, marker: 'first\n' });
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
    eventually(
      async () => {
        const found = (await tasksOf(deploy)).find((task) => task.build_task_id === buildTask);
        if (!found) {
          throw new Error('no deploy yet');
        }
        return found;
      },
      { timeout: 30_000 },
    );

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
});
