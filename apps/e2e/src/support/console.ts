import type { Locator, Page } from 'playwright-core';
import { ADMIN } from './stack.js';

/** Signs in with the form of the console. */
export async function signIn(
  page: Page,
  login: string = ADMIN.login,
  password: string = ADMIN.password,
): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Opens the log of a task by its address. */
export async function openTask(page: Page, projectId: number, taskId: number): Promise<Locator> {
  await page.goto(`/project/${projectId}/history?t=${taskId}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('log').waitFor();
  return dialog;
}

/** The task's status as the log dialog shows it. */
export const statusShown = (dialog: Locator, text: string, timeout = 60_000): Promise<void> =>
  dialog.getByText(text, { exact: true }).first().waitFor({ timeout });
