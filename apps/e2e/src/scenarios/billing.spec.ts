import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { createTemplate } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('a project that is paid for', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let templateId: number;

  beforeAll(async () => {
    const settings = { SWITCHYARD_EDITION: 'hosted', SWITCHYARD_PAYMENT_SANDBOX: 'true' };
    place = await openConsoleWorkplace({ 'run.sh': 'echo done' }, { stack: { settings } });
    ({ page } = place);
    templateId = await createTemplate(place.client, place.project, { name: 'Deploy' });
    await page.goto(`/project/${place.project.id}/billing`);
  });

  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog');
  const card = (name: string): Locator => page.getByRole('region', { name, exact: true });

  /** Pays on the page of the sandbox, which opens beside the console. */
  async function payInSandbox(deed: string): Promise<void> {
    const opened = page.context().waitForEvent('page');
    await dialog().getByRole('button', { name: /^Pay / }).click();
    const sandbox = await opened;
    await dialog().getByText('Awaiting Payment').waitFor();
    await sandbox.getByRole('button', { name: deed, exact: true }).click();
    await sandbox.getByRole('button', { name: 'Refund' }).waitFor();
    await sandbox.close();
    await dialog().getByText('Payment Successful. Thank you! Your subscription is now active.').waitFor();
  }

  const close = (): Promise<void> => dialog().getByRole('button', { name: 'Close' }).last().click();

  it('should try a plan, cancel it and continue it', async () => {
    await card('Starter').getByRole('button', { name: 'Try free trial' }).click();
    await card('Starter').getByRole('button', { name: 'Cancel Auto Renew' }).click();
    await card('Starter').getByRole('button', { name: 'Continue Auto Renew' }).click();
    await card('Starter').getByRole('button', { name: 'Cancel Auto Renew' }).waitFor();
    await card('Medium').getByRole('button', { name: 'Upgrade' }).click();
    await dialog().getByText('Support changes this plan').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    for (const theme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 1400 });
        await picture(page, `billing-${theme}-${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await axeFaults(page)).toEqual([]);
      await page.getByRole('button', { name: `Use the ${theme === 'light' ? 'dark' : 'light'} theme` }).click();
    }
  });

  it('should be refused to run when its minutes are used up, with the reason', async () => {
    const database = new pg.Client(place.stack.postgres.url);
    await database.connect();
    const used = `insert into billing_usage (project_id, month, seconds)
                    values ($1, date_trunc('month', now() at time zone 'UTC')::date, 3600)`;
    await database.query(used, [place.project.id]);
    await database.end();
    await page.reload();
    await page.getByText('Used up', { exact: true }).waitFor();
    await page.goto(`/project/${place.project.id}/templates`);
    await page.getByRole('button', { name: /^Run Deploy/ }).click();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().getByText('The 60 runner minutes of this month are used up').waitFor();
    await picture(page, 'billing-refused');
    await page.keyboard.press('Escape');
  });

  it('should run again after a top-up in the sandbox', async () => {
    await page.goto(`/project/${place.project.id}/billing`);
    await page.getByRole('button', { name: 'Top up' }).click();
    await dialog().getByRole('slider').waitFor();
    await picture(page, 'billing-top-up');
    await payInSandbox('Pay, callback lost');
    await picture(page, 'billing-paid');
    await close();
    await page.getByRole('table').getByText('Paid').waitFor();
    const task = await place.client.create(`/project/${place.project.id}/tasks`, { template_id: templateId });
    await place.client.untilStatus(place.project.id, task, 'success');
  });
});
