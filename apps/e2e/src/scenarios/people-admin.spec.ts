import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { BusChannel } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { ApiClient } from '../support/api-client.js';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { ADMIN, TestStack } from '../support/stack.js';

describe('an administrator who looks after people', () => {
  let stack: TestStack;
  let browser: Browser;
  let person: Person;
  let page: Page;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([TestStack.start({ runners: 0, dispatchers: 0 }), openBrowser()]);
    await (await stack.admin()).create('/projects', { name: 'Platform' });
    person = await openPage(browser, stack.address);
    page = person.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page);
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const dialog = () => page.getByRole('dialog');
  const fill = (label: string, text: string): Promise<void> => dialog().getByLabel(label, { exact: true }).fill(text);
  const press = (name: string): Promise<void> => dialog().getByRole('button', { name, exact: true }).click();
  const closed = (): Promise<void> => dialog().waitFor({ state: 'hidden' });
  const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true });
  const row = (name: string) => page.getByRole('row', { name });

  it('should find the pages of administration in the menu', async () => {
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Users' }).click();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  it('should see what a new user lacks, and make one', async () => {
    await page.getByRole('button', { name: 'New user' }).click();
    await press('Create');
    await eventually(async () =>
      expect(await dialog().getByText('Must not be empty').count()).toBeGreaterThanOrEqual(3),
    );
    await fill('Name', 'Priya Raman');
    await fill('Username', 'priya.raman');
    await fill('Email', 'admin@example.com');
    await fill('Password', 'a-long-password');
    await press('Create');
    await dialog().getByRole('alert').waitFor();
    await picture(page, 'people-user-refused');
    await fill('Email', 'priya.raman@example.com');
    await press('Create');
    await closed();
    await page.getByText('User Priya Raman created').waitFor();
    await new ApiClient(stack.address).signIn('priya.raman', 'a-long-password');
  });

  it('should make an external user without a password, and not change where he comes from', async () => {
    await page.getByRole('button', { name: 'New user' }).click();
    await fill('Name', 'Jonas Weber');
    await fill('Username', 'jonas.weber');
    await fill('Email', 'jonas.weber@example.com');
    await box('External').check();
    await eventually(async () =>
      expect(await dialog().getByLabel('Password', { exact: true }).isDisabled()).toBe(true),
    );
    await press('Create');
    await closed();
    await page.getByRole('button', { name: 'Edit Jonas Weber' }).click();
    await eventually(async () => expect(await dialog().getByLabel('Email').isDisabled()).toBe(true));
    await eventually(async () => expect(await box('External').isDisabled()).toBe(true));
    await fill('Name', 'Jonas W');
    await box('Admin').check();
    await press('Save');
    await closed();
    await row('Jonas W').getByRole('checkbox', { name: 'Admin', checked: true }).waitFor();
  });

  it('should not take the own rank away', async () => {
    await page.getByRole('button', { name: 'Edit Administrator' }).click();
    await dialog().getByRole('button', { name: 'Change password' }).waitFor();
    expect(await box('Admin').count()).toBe(0);
    await page.keyboard.press('Escape');
    await closed();
  });

  it('should set the password of somebody without knowing the present one', async () => {
    await page.getByRole('button', { name: 'Edit Priya Raman' }).click();
    await press('Change password');
    const change = page.getByRole('dialog', { name: 'Change password of Priya Raman' });
    await eventually(async () => expect(await change.getByLabel('Current password').count()).toBe(0));
    await change.getByLabel('New password').fill('given-by-the-admin');
    await change.getByRole('button', { name: 'Change password' }).click();
    await change.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await closed();
    await new ApiClient(stack.address).signIn('priya.raman', 'given-by-the-admin');
  });

  it('should delete a user after a question', async () => {
    await page.getByRole('button', { name: 'Delete Jonas W' }).click();
    await dialog().getByText('they leave every project').waitFor();
    await press('Delete user');
    await closed();
    await row('Jonas W').waitFor({ state: 'hidden' });
    await row('Priya Raman').waitFor();
  });

  it('should make a token that is shown once, works as Bearer, ends and disappears', async () => {
    await page.getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await fill('Name', 'CI pipeline');
    await press('Create');
    const made = page.getByRole('dialog', { name: 'Your new token' });
    await made.getByText(/^.{8}\*\*\*$/).waitFor();
    await made.getByRole('button', { name: 'Reveal the token' }).click();
    await made.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('The token has been copied to the clipboard.').waitFor();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    await made.getByText(token, { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-token');
    await page.keyboard.press('Escape');
    await closed();
    const status = (): Promise<number> =>
      fetch(`${stack.address}/api/user`, { headers: { authorization: `Bearer ${token}` } }).then(
        ({ status }) => status,
      );
    await expect(status()).resolves.toBe(200);
    await eventually(async () => expect(await page.getByText(token).count()).toBe(0));
    await page.getByRole('button', { name: 'Delete CI pipeline' }).click();
    await press('End token');
    await closed();
    await row('CI pipeline').getByText('Expired', { exact: true }).waitFor();
    await expect(status()).resolves.toBe(401);
    await page.getByRole('button', { name: 'Delete CI pipeline' }).click();
    await press('Delete token');
    await page.getByText('No API tokens yet').waitFor();
    expect(person.faults).toEqual([]);
  });

  const confirm = () => page.getByRole('dialog', { name: "Confirm it's you" });

  it('should confirm who he is before he changes how somebody signs in, long after he has signed in', async () => {
    await letSessionsGrowOld(stack);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Edit Priya Raman' }).click();
    await fill('Email', 'priya@example.com');
    await press('Save');
    await confirm().getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await confirm().getByText('This is not your password.').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `people-confirm-${colorScheme}`);
    }
    await confirm().getByLabel('Password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await confirm().waitFor({ state: 'hidden' });
    await closed();
    await row('Priya Raman').getByText('priya@example.com').waitFor();
  });

  it('should change nothing when he does not confirm it', async () => {
    await letSessionsGrowOld(stack);
    await page.getByRole('link', { name: 'API tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await press('Create');
    await confirm().getByLabel('Password').waitFor();
    await page.keyboard.press('Escape');
    await confirm().waitFor({ state: 'hidden' });
    await dialog().getByText('Nothing was changed').waitFor();
    await press('Create');
    await confirm().getByLabel('Password').fill(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your new token' }).waitFor();
    expect(person.faults).toEqual([]);
  });
});

/** Everybody has signed in an hour ago, and the api has forgotten what it remembers of the administrator. */
async function letSessionsGrowOld(stack: TestStack): Promise<void> {
  const client = new pg.Client(stack.postgres.url);
  await client.connect();
  await client.query(`update session set proved_at = now() - interval '1 hour'`);
  const message = `${BusChannel.access} 1 1`;
  await client.query(`select pg_notify('switchyard_bus', '0 ${message}')`);
  await client.end();
}
