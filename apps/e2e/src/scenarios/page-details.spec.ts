import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Locator, Page, Route } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { openPage } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { layoutFaults } from '../support/layout-faults.js';
import { lookFaults } from '../support/looks.js';
import { kilobytes, loadOf } from '../support/page-load.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('details of pages', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let page: Page;
  let base: string;
  let task: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { shared: true });
    ({ client, project, page } = place);
    base = `/project/${project.id}`;
    const template_id = await createTemplate(client, project, { name: 'Storefront' });
    task = await client.create(`${base}/tasks`, { template_id });
  });

  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog').first();

  it('should send at most 250 kB of page, script and style for the history, headers included, in at most 25 requests', async () => {
    await client.untilStatus(project.id, task, 'success');
    const context = await place.browser.newContext({ storageState: await page.context().storageState() });
    const fresh = await context.newPage();
    const load = await loadOf(fresh, async () => {
      await fresh.goto(`${place.stack.address}${base}/history`);
      await fresh.getByRole('row', { name: /Storefront/ }).waitFor();
    });
    await context.close();
    expect(kilobytes(load, 'Document', 'Script', 'Stylesheet')).toBeLessThanOrEqual(250);
    expect(load.requests).toBeLessThanOrEqual(25);
    // Schemas and forms, which other chunks may take along.
    expect(
      load.scripts.filter((path) => /\/(?:contracts|parts|form|select|dialogs|overlays|components)-/.test(path)),
    ).toEqual([]);
  });

  it('should draw a frame of the page before the code that draws the page has come', async () => {
    const context = await place.browser.newContext({ storageState: await page.context().storageState() });
    const fresh = await context.newPage();
    const held: Route[] = [];
    let isHeld = true;
    await fresh.route('**/assets/react-*.js', (route) => (isHeld ? void held.push(route) : route.continue()));
    await fresh.goto(`${place.stack.address}${base}/history`, { waitUntil: 'commit' });
    await fresh.locator('.sy-frame').waitFor();
    expect(await fresh.getByRole('heading').count()).toBe(0);
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
    await fresh.getByRole('row', { name: /Storefront/ }).waitFor();
    expect(await fresh.locator('.sy-frame').count()).toBe(0);
    await context.close();
  });

  it('should not open a task again that was left by Escape, whatever opened it', async () => {
    await page.goto(`${base}/templates`);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('link', { name: `#${task}`, exact: true }).click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await page.waitForURL(`**${base}/templates`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto(`${base}/history?t=${task}`);
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '' && url.pathname === `${base}/history`);
  });

  it('should show a lost server inside an open task', async () => {
    await page.goto(`${base}/history?t=${task}`);
    await dialog().getByRole('log').waitFor();
    await page.context().setOffline(true);
    await dialog().getByText('Connection lost. Trying again …').waitFor();
    expect(await lookFaults(page, 'task-server-lost')).toEqual([]);
    await page.context().setOffline(false);
    await dialog().getByText('Connection lost. Trying again …').waitFor({ state: 'hidden' });
  });

  it('should keep the account open across the width at which the sidebar becomes a bar', async () => {
    await page.goto(`${base}/templates`);
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit account' }).click();
    const name = dialog().getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Half typed');
    for (const width of [700, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator(width === 700 ? '.sy-topbar' : '.sy-side').waitFor();
      expect(await name.inputValue()).toBe('Half typed');
    }
    await name.fill('');
    await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByText('Must not be empty').waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should keep hints nearer to their field than to the next label, with and without a fault', async () => {
    for (const path of ['repositories', 'inventory', 'schedule', 'integrations', 'environment', 'keys', '/runners']) {
      await page.goto(path.startsWith('/') ? path : `${base}/${path}`);
      await page.getByRole('button', { name: /^New / }).first().click();
      const kind = page.getByRole('menu').getByRole('menuitem').first();
      await dialog().or(kind).first().waitFor();
      if (await kind.isVisible()) {
        await kind.click();
      }
      await dialog().locator('form').waitFor();
      expect([path, ...(await layoutFaults(page))]).toEqual([path]);
      await dialog().locator('.ant-btn-primary').last().click();
      await dialog().locator('.ant-form-item-explain-error').first().waitFor();
      expect([path, ...(await layoutFaults(page))]).toEqual([path]);
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await dialog().waitFor({ state: 'hidden' });
    }
  });

  it('should find commands, settings, resources and commits in the palette', async () => {
    await page.goto(`${base}/history`);
    await page.getByRole('link', { name: `#${task}`, exact: true }).waitFor();
    const find = async (text: string, option: RegExp): Promise<void> => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a page, template, task, commit or command' }).fill(text);
      await page.getByRole('option', { name: option }).first().click();
    };
    await find('new key', /^New key/);
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?open=new');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await find('none', /^None.*Key store/);
    await page.getByRole('dialog', { name: 'Edit key' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await find('dark', /Use the dark theme/);
    await page.locator('html[data-theme="dark"], html.dark, [data-theme="dark"]').first().waitFor();
    await find('light', /Use the light theme/);
    const { options } = await client.call<{ options: object }>('GET', '/user');
    await client.call('PUT', '/user/options', { ...options, theme: null });
    await page.evaluate(() => localStorage.removeItem('switchyard.theme'));
    await page.reload();
    await page.getByRole('heading', { name: 'Key store', level: 1 }).waitFor();
    await find('danger', /Settings$/);
    await page.waitForURL(`**${base}/settings#danger-zone`);
    await eventually(async () => {
      const box = await page.locator('#danger-zone').boundingBox();
      expect((box?.y ?? 9_999) + Math.min(box?.height ?? 0, 100)).toBeLessThanOrEqual(900);
    });
    expect(await lookFaults(page, 'settings')).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a page, template, task, commit or command' }).fill('first commit');
    await page.getByRole('group', { name: 'Commits' }).waitFor();
    expect(await lookFaults(page, 'palette')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/settings?t=${task}*`);
  });

  it('should make what a form refers to without leaving it, and choose it', async () => {
    await page.goto(`${base}/repositories?open=new`);
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Playbooks');
    await dialog().getByRole('combobox', { name: 'Access key' }).click();
    expect(await lookFaults(page, 'select-new')).toEqual([]);
    await page.getByRole('button', { name: 'New key' }).last().click();
    const key = page.getByRole('dialog', { name: 'New key' });
    await key.getByRole('textbox', { name: 'Name', exact: true }).fill('Made on the way');
    await key.getByRole('combobox', { name: 'Type' }).click();
    await page.getByTitle('None', { exact: true }).last().click();
    await key.getByRole('button', { name: 'Create' }).click();
    await key.waitFor({ state: 'hidden' });
    await dialog().getByTitle('Made on the way').waitFor();
    expect(await dialog().getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Playbooks');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should let people without a project reach their account and their tokens', async () => {
    await client.call('POST', '/users', {
      name: 'Eve',
      username: 'eve',
      email: 'eve@example.com',
      password: 'eve-password-1',
      alert: false,
      admin: false,
      external: false,
    });
    const eve = await openPage(place.browser, place.stack.address);
    await signIn(eve.page, 'eve', 'eve-password-1');
    await eve.page.goto('/project/none');
    await eve.page.getByRole('button', { name: 'Your account' }).click();
    await eve.page.getByRole('menuitem', { name: 'Edit account' }).waitFor();
    await eve.page.getByRole('menuitem', { name: 'API tokens' }).click();
    await eve.page.getByRole('heading', { name: 'API tokens', exact: true }).waitFor();
    await eve.page.close();
  });
});
