import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import { axeFaults, openPage, type Person, picture } from '../support/browser.js';
import { createUser, givePassword, PASSWORD } from '../support/people.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('the shell of the console', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let base: string;
  let newcomer: Person;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' });
    ({ page } = place);
    base = `/project/${place.project.id}`;
  });

  afterAll(() => place.close());

  it('should let somebody in who waits at the welcome page, as soon as he is added to a project', async () => {
    const userId = await createUser(place.client, 'Nora Newcomer');
    newcomer = await openPage(place.browser, place.stack.address);
    await newcomer.page.goto('/auth/login');
    await givePassword(newcomer.page, 'nora.newcomer', PASSWORD);
    await newcomer.page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
    await place.client.call('POST', `${base}/users`, { user_id: userId, role: 'guest' });
    await newcomer.page.waitForURL(`**${base}/history`);
    await newcomer.page.getByText('No tasks yet').waitFor();
    expect(await newcomer.page.title()).toMatch(/^History · Project .* – Switchyard$/);
  });

  it('should show the keyboard shortcuts from the menu of the user', async () => {
    await page.goto(`${base}/history`);
    await page.locator('.sy-user').click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/tokens');
    await page.getByRole('heading', { name: 'API tokens', exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('should make a project in a dialog, from the switcher and by an address, which keeps a coupon', async () => {
    await page.goto(`/?new_project=&coupon=SPRING-26`);
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.waitFor();
    expect(await page.evaluate(() => localStorage.getItem('switchyard.coupon'))).toBe('SPRING-26');
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '10-new-project-dialog');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.has('new_project')).toBe(false);
    await page.getByRole('button', { name: /^Project / }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    await dialog.getByLabel('Project name').fill('Data Warehouse');
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Data Warehouse/ }).waitFor();
  });

  it('should end the session when somebody signs in again after an error', async () => {
    const { page: broken } = newcomer;
    await broken.route('**/api/user', (route) => route.fulfill({ status: 500, body: '' }));
    await broken.goto(`${base}/history`);
    await broken.getByRole('heading', { level: 1 }).waitFor();
    await broken.unroute('**/api/user');
    await broken.getByRole('button', { name: 'Sign in again' }).click();
    await broken.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(async () => expect(await broken.title()).toBe('Sign in – Switchyard'));
    expect((await broken.request.get('/api/user')).status()).toBe(401);
  });
});
