import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DayStats, Template, View } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { inDatabase } from '../support/database.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const LONG = 'Maintenance_of_every_host_in_every_region_'.repeat(3).slice(0, 117);

describe('views of the template list', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let base: string;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { shared: true });
    ({ client, project, person, page } = place);
    base = `/project/${project.id}`;
    const names = ['Deploy storefront', 'Nightly backup', LONG];
    for (const name of names) {
      await createTemplate(client, project, { name, description: `${name.slice(0, 20)}, once a day` });
    }
  });

  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog', { name: 'Edit views' });
  const tabs = (): Promise<string[]> => page.getByRole('tab').allInnerTexts();
  const views = (): Promise<View[]> => client.call<View[]>('GET', `/project/${project.id}/views`);
  const titles = async (): Promise<string[]> => (await views()).map(({ title }) => title);
  const line = (title: string): Locator =>
    dialog()
      .getByRole('listitem')
      .filter({ has: page.locator(`[value="${title}"]`) });

  async function addView(title: string): Promise<void> {
    await dialog().getByRole('button', { name: 'Add view' }).click();
    await page.keyboard.type(title);
    await dialog().getByRole('button', { name: 'Save new view' }).click();
    await eventually(async () => expect(await titles()).toContain(title));
  }

  it('should make views, each saved by its tick', async () => {
    await page.goto(`${base}/templates`);
    await page.getByRole('button', { name: 'Edit views' }).click();
    for (const title of ['Roll out', 'Infrastructure', 'Maintenance']) {
      await addView(title);
    }
    expect(await titles()).toEqual(['Roll out', 'Infrastructure', 'Maintenance']);
  });

  it('should order views by keyboard and by dragging', async () => {
    await line('Maintenance').getByRole('button', { name: /^Move/ }).press('ArrowUp');
    await eventually(async () => expect(await titles()).toEqual(['Roll out', 'Maintenance', 'Infrastructure']));
    await line('Infrastructure').getByRole('button', { name: /^Move/ }).dragTo(line('Roll out'));
    await eventually(async () => expect(await titles()).toEqual(['Infrastructure', 'Roll out', 'Maintenance']));
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'views-edit-light');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await dialog().waitFor({ state: 'hidden' });
    expect(await tabs()).toEqual(['All', 'Infrastructure', 'Roll out', 'Maintenance']);
  });

  it('should put a template into a view by its form, and come back to the view last visited', async () => {
    await page.getByRole('tab', { name: 'Roll out' }).click();
    await page.getByText('No templates in this view').waitFor();
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByRole('link', { name: 'Deploy storefront' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('combobox', { name: 'View' }).click();
    await page.getByTitle('Roll out').last().click();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
    const [, view] = await views();
    await page.goto(`${base}/views/${view?.id}/templates`);
    await page.getByRole('link', { name: 'Deploy storefront' }).waitFor();
    expect(await page.getByRole('link', { name: 'Nightly backup' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await page.waitForURL(`**/views/${view?.id}/templates`);
    await page.getByRole('link', { name: 'Deploy storefront' }).click();
    await page.waitForURL(`**/views/${view?.id}/templates/*/tasks`);
    await page.getByRole('link', { name: 'Roll out' }).waitFor();
  });

  it('should keep the columns that were chosen, wide and narrow', async () => {
    await page.goto(`${base}/templates`);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Repository' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Version' }).click();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Repository' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Version' }).count()).toBe(0);
  });

  it('should open what its addresses name', async () => {
    await page.goto(`${base}/templates/new?app=tofu`);
    await page.waitForURL(`**${base}/templates/new/edit?app=tofu`);
    await page.getByRole('dialog', { name: 'New template' }).waitFor();
    await page.getByRole('dialog').getByLabel('Directory').waitFor();
    await page
      .locator('input:focus')
      .and(page.getByLabel('Name', { exact: true }))
      .waitFor();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.reload();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440 });
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await page.goBack();
    await page.goto(`${base}/views/999999/templates`);
    await page.getByText('This view does not exist').waitFor();
    await page.getByRole('button', { name: 'Show all templates' }).click();
    await page.waitForURL(`**${base}/templates`);
  });

  it('should fit from narrow to wide, in both themes, with a very long name', async () => {
    const runs = [
      [1440, false],
      [1440, true],
      [1024, false],
      [390, false],
      [390, true],
    ] as const;
    for (const [width, dark] of runs) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      for (const [name, path, text] of (await screens()).slice(0, width === 1024 ? 1 : 3)) {
        await page.goto(path);
        await page.getByText(text).first().waitFor();
        expect([name, width, dark, await axeFaults(page)]).toEqual([name, width, dark, []]);
        await picture(page, `views-${name}-${width}-${dark ? 'dark' : 'light'}`);
        const overflow = await page.evaluate(() =>
          [...document.querySelectorAll('body, .sy-body')].some((each) => each.scrollWidth > each.clientWidth),
        );
        expect([name, width, overflow]).toEqual([name, width, false]);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  async function screens(): Promise<[string, string, RegExp][]> {
    const all = await client.call<Template[]>('GET', `/project/${project.id}/templates`);
    const long = all.find(({ name }) => name === LONG);
    return [
      ['list', `${base}/templates`, /^Maintenance_of/],
      ['detail', `${base}/templates/${long?.id}`, /^Maintenance_of/],
      ['edit', `${base}/templates/new/edit?app=ansible`, /^Playbook file/],
    ];
  }

  it('should show how tasks ended, by day, as a chart and as a table', async () => {
    const [template] = await client.call<Template[]>('GET', `/project/${project.id}/templates`);
    const task = await runTask(client, project, template?.id ?? 0);
    await client.untilStatus(project.id, task, 'success');
    await eventually(async () => {
      const days = await client.call<DayStats[]>('GET', `/project/${project.id}/stats`);
      expect(days.map(({ count_by_status }) => count_by_status)).toMatchObject([{ success: 1, error: 0 }]);
    });
    await inDatabase(
      place.stack.postgres.url,
      `insert into task_day
         select ${project.id}, 0, 0, current_date - ago, status, 1 + (ago * 7 + length(status) * 5) % 31, 1, 60
           from generate_series(1, 29) ago, unnest(array['success', 'error', 'stopped']) status
          where status = 'success' or ago % 3 = 0`,
    );
    for (const [width, theme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [390, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`${base}/stats`);
      await page.getByRole('img', { name: 'Tasks by result' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `07-stats-${width}-${theme}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText('Past week').click();
    await page.waitForURL('**/stats?range=week');
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(8));
    await page.goto(`${base}/templates/${template?.id}/details`);
    await page.getByRole('row', { name: /100%/ }).waitFor();
    await picture(page, '07-stats-template');
  });

  it('should delete a view and keep its templates', async () => {
    await page.goto(`${base}/templates`);
    await page.getByRole('button', { name: 'Edit views' }).click();
    await dialog().getByRole('button', { name: 'Delete Roll out' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await eventually(async () => expect(await titles()).toEqual(['Infrastructure', 'Maintenance']));
    const all = await client.call<Template[]>('GET', `/project/${project.id}/templates`);
    expect(all.map(({ view_id }) => view_id)).toEqual([null, null, null]);
    expect(person.faults).toEqual([]);
  });
});
