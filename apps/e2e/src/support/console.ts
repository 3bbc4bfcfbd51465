import type { Locator, Page } from 'playwright-core';
import { ADMIN } from './stack.js';

/** Signs in with the form of the console. */
export async function signIn(
  page: Page,
  login: string = ADMIN.login,
  password: string = ADMIN.password,
): Promise<void> {
  await page.goto('auth/login');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Opens the log of a task by its address. */
export async function openTask(page: Page, projectId: number, taskId: number): Promise<Locator> {
  await page.goto(`project/${projectId}/history?t=${taskId}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('log').waitFor();
  return dialog;
}

/** Waits for the task's status in the log dialog. Rejects with what the dialog shows instead. */
export async function statusShown(dialog: Locator, text: string): Promise<void> {
  const status = dialog.getByText(text, { exact: true }).first();
  await status.waitFor().catch(async () => {
    throw new Error(`The dialog does not show "${text}" but:\n${await dialog.innerText({ timeout: 1_000 })}`);
  });
}
