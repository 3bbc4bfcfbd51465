import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Language, LANGUAGES } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import { axeFaults, openPage, type Person, picture } from '../support/browser.js';
import { atBrowser, createUser, givePassword, PASSWORD } from '../support/people.js';
import { chooseLanguage } from '../support/language-project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('the shell of the console', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let base: string;
  let newcomer: Person;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { shared: true });
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

  it('should choose the demo project that was made from an address, also without motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/?new_project=');
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Project name').fill('Tour');
    await dialog.getByRole('button', { name: 'Create demo project' }).click();
    await page.getByText('Project Tour created').waitFor();
    await page.getByRole('button', { name: /^Tour/ }).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.emulateMedia({ reducedMotion: null });
  });

  it('should be in the language of the browser until one is chosen, which the user then finds everywhere', async () => {
    const context = await place.browser.newContext({ baseURL: place.stack.address, locale: 'zh-Hant-HK' });
    const abroad = await context.newPage();
    const fetched = new Set<string>();
    abroad.on('request', (request) => catalogueAt(request.url()).forEach((code) => fetched.add(code)));
    await place.client.call('POST', `${base}/users`, { user_id: await createUser(place.client, 'Lin'), role: 'guest' });
    await abroad.goto('/auth/login');
    await abroad.getByRole('textbox').first().fill('lin');
    await abroad.locator('input[type=password]').fill(PASSWORD);
    await abroad.keyboard.press('Enter');
    await abroad.waitForURL(`**${base}/history`);
    expect([await languageOn(abroad), ...fetched]).toEqual(['zh-Hant-TW', 'zh_tw']);
    fetched.clear();

    await chooseLanguage(abroad, 'pt');
    await abroad.reload();
    await abroad.getByRole('link', { name: 'Modelos' }).waitFor();
    expect([await languageOn(abroad), ...fetched]).toEqual(['pt', 'pt']);
    const { page: elsewhere } = await atBrowser(place.browser, place.stack.address, 'Lin');
    await elsewhere.getByRole('link', { name: 'Modelos' }).waitFor();

    await abroad.locator('.sy-side-foot button:has(.anticon-global)').click();
    const entries = abroad.getByRole('menuitemradio');
    await eventually(async () => expect(await entries.locator('img').evaluateAll(drawn)).toBe(LANGUAGES.length));
    await entries.first().click();
    await abroad.waitForFunction(() => document.documentElement.lang === 'zh-Hant-TW');
    expect(await abroad.evaluate(() => localStorage.getItem('switchyard.language'))).toBeNull();
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

const languageOn = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

/** How many of the images are loaded. */
const drawn = (images: Element[]): number =>
  images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length;

/** The language whose texts the address of a file has; none for another file. */
const catalogueAt = (url: string): Language[] => LANGUAGES.filter((code) => url.includes(`/assets/${code}-`));
