import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { inDatabase } from '../support/database.js';
import { axeFaults, picture } from '../support/browser.js';
import { createTemplate } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const base64 = (key: Buffer): string => key.toString('base64');

/** A list of coupons, as the command line signs it. */
function coupons(): string {
  const list = { coupons: [{ code: 'SPRING', percent: 20, until: '2999-01-01T00:00:00.000Z' }] };
  const stated = `SYC1.${Buffer.from(JSON.stringify(list)).toString('base64url')}`;
  return `${stated}.${sign(null, Buffer.from(stated), privateKey).toString('base64url')}`;
}

describe('a project that is paid for', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let templateId: number;

  beforeAll(async () => {
    const settings = {
      SWITCHYARD_EDITION: 'hosted',
      SWITCHYARD_PAYMENT_SANDBOX: 'true',
      SWITCHYARD_COUPONS: coupons(),
      SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY: base64(privateKey.export({ format: 'der', type: 'pkcs8' })),
      SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: base64(publicKey.export({ format: 'der', type: 'spki' })),
    };
    place = await openConsoleWorkplace({ 'run.sh': 'echo done' }, { stack: { settings } });
    ({ page } = place);
    templateId = await createTemplate(place.client, place.project, { name: 'Deploy' });
    await page.goto(`/project/${place.project.id}/billing`);
  });

  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog');
  const card = (name: string): Locator => page.getByRole('region', { name, exact: true });

  /** Does something on the page of the sandbox, which opens beside the console, and waits for what that page offers then. */
  async function inSandbox(deed: string, then: string): Promise<void> {
    const opened = page.context().waitForEvent('page');
    await dialog().getByRole('button', { name: /^Pay / }).click();
    const sandbox = await opened;
    await dialog().getByText('Awaiting Payment').waitFor();
    await sandbox.getByRole('button', { name: deed, exact: true }).click();
    await sandbox.getByRole('button', { name: then, exact: true }).waitFor();
    await sandbox.close();
  }

  async function payInSandbox(
    deed: string,
    thanks = 'Payment Successful. Thank you! Your subscription is now active.',
  ): Promise<void> {
    await inSandbox(deed, 'Refund');
    await dialog().getByText(thanks).waitFor();
  }

  async function useUp(seconds: number): Promise<void> {
    const used = `insert into billing_usage (project_id, month, seconds)
                    values ($1, date_trunc('month', now() at time zone 'UTC')::date, $2)
                  on conflict (project_id, month) do update set seconds = excluded.seconds`;
    await inDatabase(place.stack.postgres.url, used, [place.project.id, seconds]);
    await page.reload();
  }

  const close = (): Promise<void> => dialog().getByRole('button', { name: 'Close' }).last().click();

  async function pictures(name: string, height: number): Promise<void> {
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height });
        await picture(page, `${name}-${theme}-${width}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  it('should try a plan, cancel it and continue it', async () => {
    await card('Starter').getByRole('button', { name: 'Try free trial' }).click();
    await page.getByText(/^The trial ends on /).waitFor();
    await card('Starter').getByRole('button', { name: 'Cancel Auto Renew' }).click();
    await page.getByText(/^Ends on /).waitFor();
    await card('Starter').getByRole('button', { name: 'Continue Auto Renew' }).click();
    await card('Starter').getByRole('button', { name: 'Cancel Auto Renew' }).waitFor();
    await card('Medium').getByRole('button', { name: 'Upgrade' }).click();
    await dialog().getByText('Support changes this plan').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await pictures('billing', 1400);
  });

  it('should be warned of its minutes, and refused to run when they are used up, with the reason', async () => {
    await useUp(2_880);
    await page.getByText('Nearly used up', { exact: true }).waitFor();
    await useUp(3_600);
    await page.getByText('Used up', { exact: true }).waitFor();
    await page.goto(`/project/${place.project.id}/templates`);
    await page.getByRole('button', { name: /^Run Deploy/ }).click();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().getByText('The 60 runner minutes of this month are used up').waitFor();
    await picture(page, 'billing-refused');
    await page.keyboard.press('Escape');
  });

  it('should run again after a top-up in the sandbox', async () => {
    await page.goto(`/project/${place.project.id}/billing?coupon=SPRING`);
    await page.getByRole('button', { name: 'Top up' }).click();
    await dialog().getByRole('slider').waitFor();
    await dialog().getByText('The coupon SPRING is redeemed with the first payment.').waitFor();
    await dialog().getByRole('button', { name: 'Pay $2.40' }).waitFor();
    await pictures('billing-top-up', 900);
    await payInSandbox('Pay, callback lost', 'Thank you! The amount was added to the balance.');
    await dialog().getByText('The coupon covers $0.60 of the price.').waitFor();
    await picture(page, 'billing-paid');
    await close();
    await page.getByRole('table').getByText('Paid').waitFor();
    const task = await place.client.create(`/project/${place.project.id}/tasks`, { template_id: templateId });
    await place.client.untilStatus(place.project.id, task, 'success');
  });

  it('should be charged nothing for a payment that failed', async () => {
    await page.goto(`/project/${place.project.id}/billing`);
    await page.getByRole('button', { name: 'Top up' }).click();
    await inSandbox('Fail', 'Pay');
    await dialog().getByText('The payment failed. Nothing was charged.').waitFor();
    await close();
    await page.getByRole('table').getByText('Failed').waitFor();
    // The payment before, less a minute that the task took.
    const left = page.getByRole('region', { name: 'Balance' }).getByText(/^\$(3|2\.95)$/);
    await left.waitFor();
  });

  it('should become annual, be cancelled and continued, and get a new key', async () => {
    const id = await place.client.create('/projects', { name: 'Acme', type: 'premium' });
    await page.goto(`/project/${id}/billing`);
    // A tier without a subscription has no minutes, cache or users of its own.
    await card('Pro 1').getByRole('listitem').first().waitFor();
    expect(await card('Free').getByRole('listitem').allInnerTexts()).toEqual([]);
    await card('Pro 1').getByRole('button', { name: 'Try free trial' }).click();
    const key = page.getByRole('region', { name: 'Subscription Key' });
    const trial = await key.locator('code').innerText();
    await page.getByText('Annual', { exact: true }).click();
    await card('Pro 1').getByRole('button', { name: 'Upgrade to Annual' }).click();
    await payInSandbox('Pay');
    await close();
    await page.getByText(/^Renews on /).waitFor();
    await card('Pro 1').getByRole('button', { name: 'Cancel Auto Renew' }).click();
    await page.getByText(/^Ends on /).waitFor();
    await card('Pro 1').getByRole('button', { name: 'Continue Auto Renew' }).click();
    await page.getByText(/^Renews on /).waitFor();
    const annual = await key.locator('code').innerText();
    expect(annual).not.toBe(trial);
    await key.getByRole('button', { name: 'Make a new key' }).click();
    await picture(page, 'billing-rekey');
    await dialog().getByRole('button', { name: 'Make a new key' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await key.getByText(annual, { exact: true }).waitFor({ state: 'hidden' });
    await pictures('billing-licence', 1400);
  });
});
