import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { axeFaults, picture } from '../support/browser.js';
import { createTemplate, runTask } from '../support/project.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

const boxes = (count: number): string =>
  `resource "terraform_data" "box" {\n  count = ${count}\n  input = "crate"\n}\noutput "pin" {\n  value     = "canary-pin"\n  sensitive = true\n}\n`;

describeWithTerraform('the state tab of a template', () => {
  let place: ConsoleWorkplace;
  let template: number;
  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'net/main.tf': boxes(2) });
  });
  afterAll(() => place.close());

  it('should show the versions that tasks wrote, restore one, and change workspaces', async () => {
    const { client, project, page, repository, person } = place;
    const params = { override_backend: true, auto_approve: true };
    const body = { name: 'Network', app: 'terraform', playbook: 'net', inventory_id: null, task_params: params };
    template = await createTemplate(client, project, body);
    const apply = async (): Promise<void> =>
      void (await client.untilStatus(project.id, await runTask(client, project, template), 'success'));
    await apply();
    await repository.commit({ 'net/main.tf': boxes(3) });
    await apply();

    await page.goto(`/project/${project.id}/templates/${template}/state`);
    const versions = page.getByRole('region', { name: 'State versions' });
    await versions.getByLabel('1 added, 0 changed, 0 removed').waitFor();
    await versions
      .getByRole('button', { name: /^Show state/ })
      .first()
      .click();
    const difference = versions.getByRole('region', { name: 'Changes since state 1' });
    await difference.getByRole('list', { name: 'Added' }).getByText('terraform_data.box[2]').waitFor();
    await versions.getByRole('tree').getByText('terraform_data.box[2]').waitFor();
    await picture(page, 'state-difference');
    await versions.getByLabel('Search resources and values').fill('pin');
    await versions.getByText('output.pin').waitFor();
    expect(await versions.getByText('canary-pin').count()).toBe(0);
    await versions.getByRole('button', { name: 'Show sensitive values' }).click();
    await versions.getByText('canary-pin').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'state-tab');

    await versions
      .getByRole('button', { name: /^Restore state/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Restore version' }).click();
    await versions.getByLabel('0 added, 0 changed, 1 removed').waitFor();

    await page.getByRole('button', { name: 'Add workspace' }).click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Staging');
    await page.getByLabel('Workspace name').fill('staging');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Key is required').waitFor();
    await picture(page, 'state-new-workspace');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(person.faults).toEqual([]);
  });

  it('should offer no address and show no version where the backend is not part of the edition', async () => {
    const { project, page, person } = place;
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      const info = (await answer.json()) as { premium_features: object };
      const premium_features = { ...info.premium_features, terraform_backend: false };
      await route.fulfill({ response: answer, json: { ...info, premium_features } });
    });
    await page.goto(`/project/${project.id}/templates/${template}/state`);
    await page.getByText('The Terraform HTTP backend is not part of this installation.').waitFor();
    expect(await page.getByRole('button', { name: 'Add alias' }).isDisabled()).toBe(true);
    expect(await page.getByRole('region', { name: 'State versions' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Detach' }).click();
    await page.getByText('No workspace', { exact: true }).waitFor();
    expect(person.faults).toEqual([]);
  });
});
