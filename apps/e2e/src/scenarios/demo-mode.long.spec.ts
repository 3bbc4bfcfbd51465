import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { signIn, statusShown } from '../support/console.js';
import { Keyboard } from '../support/keyboard.js';
import { lookFaults } from '../support/looks.js';
import { inDatabase } from '../support/database.js';
import { ADMIN, TestStack } from '../support/stack.js';

describe('a server in demo mode', () => {
  let stack: TestStack;
  let browser: Browser;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    const settings = { SWITCHYARD_DEMO: 'true' };
    [stack, browser] = await Promise.all([TestStack.start({ settings }), openBrowser()]);
    person = await openPage(browser, stack.address);
    page = person.page;
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const dialog = () => page.getByRole('dialog');
  const banner = () => page.getByRole('region', { name: 'Demo mode' });

  async function lookAt(name: string, text: string, at = page): Promise<void> {
    await at.getByText(text).first().waitFor();
    expect(await lookFaults(at, name)).toEqual([]);
  }

  it('should let anybody in as a visitor, who sees what is possible', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Look around as a visitor' }).waitFor();
    await lookAt('demo-mode-sign-in', 'This server is a demo.');
    await page.getByRole('button', { name: 'Look around as a visitor' }).click();
    await banner().getByText('You can run any tasks').waitFor();
    await banner().getByText('Read-only access').waitFor();
    await banner().getByText('Next reset').waitFor();
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('link', { name: 'Hello', exact: true }).waitFor();
    await lookAt('demo-mode-templates', 'Hello');
  });

  it('should run a template for a visitor', async () => {
    await page.getByRole('button', { name: 'Run Hello' }).click();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await statusShown(dialog(), 'Success');
    await dialog().getByText('Hello, world!').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should refuse what visitors and administrators change, and name demo mode', async () => {
    await page.goto('/tokens');
    await page.getByRole('button', { name: 'New token' }).first().click();
    await dialog().getByText('Not possible in demo mode').waitFor();
    expect(await dialog().getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    const client = await stack.admin();
    expect(await client.send('DELETE', '/users/1')).toMatchObject({ status: 403, body: { code: 'demo_mode' } });
  });

  it('should show administrators all there is, with what is refused switched off and why', async () => {
    const { page: desk, faults } = await openPage(browser, stack.address);
    const asked = desk.getByRole('dialog');
    await signIn(desk, ADMIN.login, ADMIN.password);
    await desk.goto('/users');
    await desk
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await asked.getByText('Not possible in demo mode').waitFor();
    expect(await asked.getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(true);
    await desk.goto('/');
    await desk.getByRole('link', { name: 'Key Store' }).click();
    await desk.getByRole('button', { name: 'New key' }).click();
    await asked.getByLabel('Name', { exact: true }).fill('Mine');
    await desk.keyboard.press('Enter');
    expect(await asked.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    expect(await axeFaults(desk)).toEqual([]);
    await picture(desk, 'demo-mode-administrator');
    expect(faults).toEqual([]);
    await desk.context().close();
  });

  it('should give the reason to people at the keyboard, to screen readers and to a press', async () => {
    const { page: desk, faults } = await openPage(browser, stack.address);
    const keys = new Keyboard(desk);
    const reason = desk.getByRole('tooltip').getByText(/^Not possible in demo mode/);
    await signIn(desk, ADMIN.login, ADMIN.password);
    const project = desk.url().match(/project\/\d+/)?.[0] ?? '';
    for (const path of ['/apps', `/${project}/settings`, `/${project}/team`, '/runners']) {
      await desk.goto(path);
      const control = desk.locator('.sy-demo-gate :is(button, input):enabled').first();
      await keys.tabTo(control);
      await reason.waitFor();
      expect(await control.getAttribute('aria-disabled')).toBe('true');
      expect(await control.getAttribute('aria-description')).toMatch(/(?:^|\. )Not possible in demo mode/);
      expect(await axeFaults(desk)).toEqual([]);
      await keys.press('Enter', 'Space', 'Escape');
      await reason.waitFor({ state: 'hidden' });
      await keys.isAt(control);
    }
    const active = desk.getByRole('switch').first();
    expect(await active.isChecked()).toBe(true);
    await active.click({ force: true });
    await reason.waitFor();
    await picture(desk, 'demo-mode-reason');
    await lookAt('demo-mode-runners', 'Not possible in demo mode', desk);
    expect(await active.isChecked()).toBe(true);
    await keys.tabTo(desk.getByRole('button', { name: /^More for/ }));
    await keys.press('Enter');
    await reason.waitFor();
    await keys.press('Enter');
    await desk.getByRole('menuitem', { name: 'Take no more tasks' }).waitFor();
    await keys.press('Escape', 'Escape');
    await desk.getByRole('menuitem').first().waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  it('should lead visitors to fresh data when the time is up', async () => {
    await page.goto('/');
    await banner().waitFor();
    await page.getByText('Hello').first().waitFor();
    const before = page.url();
    await inDatabase(stack.postgres.url, 'update demo set next_reset = now()');
    await eventually(() => page.url() !== before);
    await banner().waitFor();
    const client = await stack.admin();
    await eventually(async () => {
      const projects = await client.call<Project[]>('GET', '/projects');
      expect(projects.map(({ name, deleting }) => [name, deleting])).toEqual([['Demo', false]]);
    });
    expect(page.url()).toMatch(/\/project\/\d+\/history/);
    expect(await page.getByText('Success').count()).toBe(0);
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('link', { name: 'Hello', exact: true }).waitFor();
    expect(person.faults).toEqual([]);
  });
});
