import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type PlanView, type TaskWithTemplate, withoutAttributes } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, picture } from '../support/browser.js';
import { statusShown } from '../support/console.js';
import type { TestProject } from '../support/project.js';
import { describeWithTerraform } from '../support/terraform.js';
import { openConsoleWorkplace, type ConsoleWorkplace } from '../support/workplace.js';

/** So many boxes of a size, and a password that is in no log and no view. */
const boxes = (count: number, size: string): string =>
  [
    'variable "password" {',
    '  sensitive = true',
    '  default   = "canary-password"',
    '}',
    'resource "terraform_data" "box" {',
    `  count = ${count}`,
    `  input = { size = "${size}", secret = var.password }`,
    '}',
    'resource "terraform_data" "lid" {',
    `  triggers_replace = ["${size}"]`,
    '}',
    '',
  ].join('\n');

/** A view of so many resources with ten differences each. */
function planOf(count: number): PlanView {
  const attributes = Array.from({ length: 10 }, (_, i) => ({
    path: `tags.t${i}`,
    before: `"${i}"`,
    after: `"${i + 1}"`,
  }));
  const resources = Array.from({ length: count }, (_, i) => ({
    address: `aws_box.box[${i}]`,
    module: '',
    action: 'update' as const,
    attributes,
    more_attributes: 0,
  }));
  return {
    format: 1,
    problem: null,
    format_version: '1.2',
    resources,
    more_resources: 0,
    counts: { delete: 0, replace: 0, update: count, create: 0, import: 0, move: 0, forget: 0, read: 0 },
    drift: [],
    more_drift: 0,
    outputs: [],
    more_outputs: 0,
  };
}

describeWithTerraform('the plans of a template', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let client: ApiClient;
  let project: TestProject;
  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'net/main.tf': boxes(3, 'small') }, { shared: true });
    ({ page, client, project } = place);
  });
  afterAll(() => place.close());

  const dialog = () => page.getByRole('dialog').last();
  const plan = () => dialog().getByRole('region', { name: 'Plan' });

  /** Runs the template on screen with the dialog. @returns the id of the task */
  async function run(...options: string[]): Promise<number> {
    await page.getByRole('button', { name: 'Run Network' }).click();
    for (const option of options) {
      await dialog().getByLabel(option).check();
    }
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/[?&]t=\d+/);
    return Number(new URL(page.url()).searchParams.get('t'));
  }
  const closeLog = () => dialog().getByRole('button', { name: 'Close', exact: true }).click();

  it('should be looked at, confirmed, and found again as versions of the state', async () => {
    await page.goto(`/project/${project.id}/templates/new/edit?app=terraform`);
    const form = dialog();
    await form.getByLabel('Name', { exact: true }).fill('Network');
    await form.getByLabel('Directory').fill('net');
    await form.getByLabel('Repository', { exact: true }).click();
    await page.getByTitle('Playbooks').last().click();
    await form.getByLabel('Override the backend').check();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Network' }).click();
    await page.getByRole('definition').getByText('default', { exact: true }).waitFor();

    const task = await run();
    await statusShown(dialog(), 'Waiting confirmation');
    await dialog().getByRole('button', { name: 'Review the plan' }).click();
    await plan()
      .getByRole('button', { name: /terraform_data.box\[2\].*created/ })
      .waitFor();
    await dialog().getByRole('button', { name: 'Confirm' }).click();
    await statusShown(dialog(), 'Success');
    await closeLog();
    await page.getByRole('tab', { name: 'State' }).click();
    const versions = page.getByRole('region', { name: 'State versions' });
    await versions.getByLabel('4 added, 0 changed, 0 removed').waitFor();
    await versions.getByText(`#${task}`).waitFor();
  });

  it('should name what a plan destroys, before the red button destroys it', async () => {
    await place.repository.commit({ 'net/main.tf': boxes(1, 'large') });
    await page.getByRole('tab', { name: 'Tasks' }).click();
    await run();
    await statusShown(dialog(), 'Waiting confirmation');
    const destroy = dialog().getByRole('button', { name: 'Destroy 3 resources' });
    await destroy.waitFor();
    expect(await destroy.evaluate((button) => button.ariaDescribedByElements?.[0]?.textContent)).toMatch(
      /^Destroys terraform_data\.box\[1\], terraform_data\.box\[2\], terraform_data\.lid/,
    );
    await dialog().getByRole('button', { name: 'Review the plan' }).click();
    const box = plan().getByRole('button', { name: /box\[0\].*changed in place/ });
    await box.waitFor();
    await plan().getByText('"small"').first().waitFor();
    await plan().getByText('(sensitive value)').first().waitFor();
    await plan().getByText('forces replacement').waitFor();
    expect(await plan().innerHTML()).not.toContain('canary');
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'plan-view');

    await box.press('Enter');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await dialog().getByRole('button', { name: '2 to destroy', exact: true }).press('Space');
    await box.waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: '2 to destroy', exact: true }).press('Space');
    await dialog().getByRole('searchbox', { name: 'Search resources and values' }).fill('lid');
    await box.waitFor({ state: 'detached' });
    await plan()
      .getByRole('button', { name: /lid.*destroyed and created again/ })
      .waitFor();

    await destroy.click();
    await statusShown(dialog(), 'Success');
    await closeLog();
  });

  it('should mark the template while there is drift, and no longer after an apply', async () => {
    await page.getByRole('tab', { name: 'State' }).click();
    const versions = page.getByRole('region', { name: 'State versions' });
    await versions
      .getByRole('button', { name: /^Restore state/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Restore version' }).click();
    await versions.getByLabel('2 added, 2 changed, 0 removed').waitFor();

    const planned = await run('Plan only');
    await statusShown(dialog(), 'Success');
    await closeLog();
    const mark = page.getByRole('link', { name: /1 to add.*1 to change.*3 to destroy/ });
    await mark.waitFor();
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await mark.click();
    await page.waitForURL(new RegExp(`[?&]t=${planned}\\b`));
    await closeLog();
    await picture(page, 'template-drift');
    await page.getByRole('link', { name: 'Network' }).click();

    const again = await run();
    await statusShown(dialog(), 'Waiting confirmation');
    await dialog().getByRole('button', { name: 'Destroy 3 resources' }).click();
    await client.untilStatus(project.id, again, 'success');
    await closeLog();
    await mark.waitFor({ state: 'detached' });
  });

  it('should run in the workspace that the launch chooses, which was detached and attached', async () => {
    await page.getByRole('tab', { name: 'State' }).click();
    await page.getByRole('button', { name: 'Detach' }).click();
    await page.getByText('No workspace', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add workspace' }).click();
    await page.getByRole('menuitem', { name: 'Attach existing workspace' }).click();
    await dialog().getByRole('combobox').click();
    await page.getByTitle('default').last().click();
    await dialog().getByRole('button', { name: 'Attach' }).click();
    await page.getByRole('button', { name: 'Make default' }).click();
    await page.getByRole('definition').getByText('default', { exact: true }).waitFor();
  });

  it('should fit a dark and narrow screen', async () => {
    const [, task] = await client.call<{ id: number }[]>('GET', `/project/${project.id}/tasks?limit=2`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/project/${project.id}/history?t=${task?.id}`);
    await page.getByRole('tab', { name: 'Plan' }).click();
    await plan().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'plan-view-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'plan-view-dark-narrow');
    expect(place.person.faults).toEqual([]);
  });

  it('should draw of a plan with 5,000 resources what is in view, and read what differs when it is wanted', async () => {
    const [whole, asked] = [planOf(5_000), [] as string[]];
    const list = { ...whole, resources: whole.resources.map(withoutAttributes) };
    await page.route(/tasks\/\d+$/, async (route) => {
      const answer = await route.fetch();
      const task = (await answer.json()) as TaskWithTemplate;
      await route.fulfill({
        response: answer,
        json: { ...task, plan_summary: { ...task.plan_summary, change: 5_000 } },
      });
    });
    await page.route(/tasks\/\d+\/plan(\?|$)/, (route) => {
      const { search } = new URL(route.request().url());
      asked.push(search);
      return route.fulfill({ json: search === '' ? whole : list });
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await page.getByRole('tab', { name: 'Plan' }).click();
    const box = plan().getByRole('button', { name: /box\[0\]/ });
    await box.waitFor();
    expect(await plan().getByRole('button').count()).toBeLessThan(100);
    expect(asked).toEqual(['?attributes=false']);
    await box.press('Enter');
    await plan().getByText('tags.t9').waitFor();
    await plan().press('End');
    await plan()
      .getByRole('button', { name: /box\[4999\]/ })
      .waitFor();
    await dialog().getByRole('searchbox').fill('box[2500]');
    await plan()
      .getByRole('button', { name: /box\[2500\]/ })
      .waitFor();
    expect(await plan().getByRole('button').count()).toBe(1);
    await plan().getByText('tags.t9').waitFor();
    expect(asked).toEqual(['?attributes=false', '']);
  });
});
