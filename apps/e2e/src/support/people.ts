import type { Browser, Page } from 'playwright-core';
import { type ApiClient } from './api-client.js';
import { openPage, type Person } from './browser.js';
import { signIn } from './console.js';

export const PASSWORD = 'a-long-password';

/** A user with a password, made through the API. Answers its id. */
export function createUser(admin: ApiClient, name: string, more: object = {}): Promise<number> {
  const username = name.toLowerCase().replaceAll(' ', '.');
  const email = `${username}@example.com`;
  return admin.create('/users', { name, username, email, password: PASSWORD, ...more });
}

/** The person at a browser of his own, signed in. */
export async function atBrowser(browser: Browser, address: string, name: string): Promise<Person> {
  const person = await openPage(browser, address);
  await signIn(person.page, name.toLowerCase().replaceAll(' ', '.'), PASSWORD);
  return person;
}

/** Types the digits into the boxes, the first of which has the focus; they send themselves. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(code);
}

/** Opens the account of the signed-in user from the menu at his name. */
export async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit account' }).click();
  await page.getByRole('dialog', { name: 'Edit account' }).waitFor();
}

export async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}

/** Fills the first step of a sign-in with a password. */
export async function givePassword(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
