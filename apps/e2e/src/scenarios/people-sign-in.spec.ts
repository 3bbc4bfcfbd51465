import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@switchyard/testing';
import { type Authenticator, scan } from '../support/authenticator.js';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { createUser, givePassword, openAccount, PASSWORD, signOut, typeCode } from '../support/people.js';
import { TestStack } from '../support/stack.js';

describe('a person who signs in with a password', () => {
  let stack: TestStack;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let app: Authenticator;
  let recovery: string;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([TestStack.start({ runners: 0, dispatchers: 0 }), openBrowser()]);
    const admin = await stack.admin();
    const projectId = await admin.create('/projects', { name: 'Platform' });
    const userId = await createUser(admin, 'Mara Lindqvist');
    await admin.call('POST', `/project/${projectId}/users`, { user_id: userId, role: 'manager' });
    person = await openPage(browser, stack.address);
    page = person.page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const onClipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  it('should see errors for empty fields and a wrong password, and how the server can help', async () => {
    await page.goto('/project/1/team');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await eventually(async () => expect(await page.getByText('Must not be empty').count()).toBe(2));
    await givePassword(page, 'mara.lindqvist', 'wrong');
    await page.getByText('Incorrect login or password').waitFor();
    await page.getByRole('button', { name: 'Trouble signing in?' }).click();
    await dialog('Trouble signing in').getByText('user -- list').waitFor();
    await dialog('Trouble signing in').getByText('change-password --login').waitFor();
    await dialog('Trouble signing in').getByText('add --admin').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog('Trouble signing in').waitFor({ state: 'hidden' });
  });

  it('should come back to the requested page', async () => {
    await givePassword(page, 'mara.lindqvist', PASSWORD);
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/project/1/team');
  });

  it('should leave two-factor sign-in off when the dialog is closed before a first code', async () => {
    await openAccount(page, 'Mara Lindqvist');
    await page.getByRole('button', { name: 'Enable' }).click();
    await scan(page);
    await page.keyboard.press('Escape');
    await dialog('Edit account').waitFor({ state: 'hidden' });
    await signOut(page, 'Mara Lindqvist');
    await givePassword(page, 'mara.lindqvist', PASSWORD);
    await page.getByRole('navigation').first().waitFor();
  });

  it('should switch two-factor sign-in on by scanning the picture and a first code, and copy the recovery code', async () => {
    await openAccount(page, 'Mara Lindqvist');
    await page.getByRole('button', { name: 'Enable' }).click();
    app = await scan(page);
    await typeCode(page, app.code(20));
    await page.getByText('Wrong code').waitFor();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    const key = await onClipboard();
    expect(key).toMatch(/^[A-Z2-7]{16,}$/);
    const address = await page.getByRole('link', { name: 'Open an authenticator app' }).getAttribute('href');
    expect(address).toMatch(new RegExp(`^otpauth://totp/.*secret=${key}`));
    expect(await lookFaults(page, 'people-first-code')).toEqual([]);
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus();
    await typeCode(page, app.code());
    await page.getByRole('button', { name: 'Copy the recovery code' }).click();
    await page.getByText('The recovery code has been copied to your clipboard.').waitFor();
    recovery = await onClipboard();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-two-factor');
    await page.keyboard.press('Escape');
    await dialog('Edit account').waitFor({ state: 'hidden' });
  });

  it('should need a code, be refused a wrong one, and let in as soon as the right one is complete', async () => {
    await signOut(page, 'Mara Lindqvist');
    await givePassword(page, 'mara.lindqvist', PASSWORD);
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    await picture(page, 'people-verification');
    await typeCode(page, app.code(20));
    await page.getByText('Wrong code').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await typeCode(page, app.code(1));
    await page.getByRole('navigation').first().waitFor();
  });

  it('should stay at the code after a reload and return to the login from there', async () => {
    await signOut(page, 'Mara Lindqvist');
    await givePassword(page, 'mara.lindqvist', PASSWORD);
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor();
    await page.getByRole('button', { name: 'Return to login' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('should be let in with the recovery code once, which switches two-factor sign-in off', async () => {
    await givePassword(page, 'mara.lindqvist', PASSWORD);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Must not be empty').waitFor();
    await page.getByLabel('Recovery code').fill('not-the-code');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('This is not your recovery code.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-recovery');
    await page.getByRole('button', { name: 'Use a verification code' }).click();
    await page.getByRole('textbox', { name: 'Digit 1 of 6' }).waitFor();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recovery);
    await page.getByRole('button', { name: 'Send' }).click();
    await openAccount(page, 'Mara Lindqvist');
    await page.getByText('Sign-in has no second step.').waitFor();
  });

  it('should switch it on and off again in the account', async () => {
    await page.getByRole('button', { name: 'Enable' }).click();
    await typeCode(page, (await scan(page)).code());
    await page.getByRole('button', { name: 'Disable' }).click();
    await dialog('Disable two-factor sign-in?').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Sign-in has no second step.').waitFor();
  });

  it('should give the current password to change it, and need the new one from then on', async () => {
    const change = dialog('Change password of Mara Lindqvist');
    await page.getByRole('button', { name: 'Change password' }).click();
    await change.getByLabel('New password').fill('another-long-password');
    await change.getByRole('button', { name: 'Change password' }).click();
    await change.getByText('Must not be empty').waitFor();
    await change.getByLabel('Current password').fill('wrong');
    await change.getByRole('button', { name: 'Change password' }).click();
    await change.getByText('Is not the current password').waitFor();
    await picture(page, 'people-password');
    await change.getByLabel('Current password').fill(PASSWORD);
    await change.getByRole('button', { name: 'Change password' }).click();
    await change.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await dialog('Edit account').waitFor({ state: 'hidden' });
    await signOut(page, 'Mara Lindqvist');
    await givePassword(page, 'mara.lindqvist', PASSWORD);
    await page.getByText('Incorrect login or password').waitFor();
    await givePassword(page, 'mara.lindqvist', 'another-long-password');
    await page.getByRole('navigation').first().waitFor();
  });

  it('should save name and email, and see when the email belongs to another user', async () => {
    await openAccount(page, 'Mara Lindqvist');
    await dialog('Edit account').getByLabel('Email').fill('admin@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog('Edit account').getByRole('alert').waitFor();
    await dialog('Edit account').getByLabel('Email').fill('mara@example.com');
    await dialog('Edit account').getByLabel('Name', { exact: true }).fill('Mara L');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog('Edit account').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Mara L', exact: true }).waitFor();
    expect(person.faults).toEqual([]);
  });

  it('should find the chosen theme in every browser', async () => {
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    const other = await openPage(browser, stack.address);
    await signIn(other.page, 'mara.lindqvist', 'another-long-password');
    await other.page.locator('html[data-theme="dark"]').waitFor();
    await other.page.context().close();
  });

  it('should be led to the sign-in page when the account is deleted meanwhile', async () => {
    const admin = await stack.admin();
    const id = await createUser(admin, 'Short Stay');
    const guest = await openPage(browser, stack.address);
    await guest.page.goto('/');
    await givePassword(guest.page, 'short.stay', PASSWORD);
    await guest.page.getByText('You are not a member of any project yet').waitFor();
    await admin.call('DELETE', `/users/${id}`);
    await guest.page.goto('/tokens');
    await guest.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(guest.faults).toEqual([]);
  });
});
