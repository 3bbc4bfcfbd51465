import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRecord } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import { lookFaults } from '../support/looks.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const SECRET = 'canary-of-the-mail-server';

describe('the system check', () => {
  let place: ConsoleWorkplace;
  let page: Page;

  beforeAll(async () => {
    const settings = {
      SWITCHYARD_SMTP_URL: `smtp://yard:${SECRET}@127.0.0.1:1`,
      SWITCHYARD_SMTP_FROM: 'yard@example.test',
    };
    place = await openConsoleWorkplace({}, { stack: { settings } });
    page = place.page;
  });
  afterAll(() => place.close());

  const findings = () => page.getByRole('list', { name: 'System check' }).getByRole('listitem');

  it('should name what does not work first, and what to do, found by the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Find a page, template, task, commit or command' }).fill('system check');
    await page.getByRole('option', { name: /System check/ }).click();
    await page.waitForURL(/\/doctor$/);
    const first = findings().first();
    await first.getByText('Fault').waitFor();
    expect(await first.textContent()).toMatch(/Mail.*Fix the cause in the message/);
    await findings().getByText('A test message came back after').waitFor();
    await findings().getByText('Runners online: 1 of 1').waitFor();
    expect(await page.getByRole('row', { name: /SWITCHYARD_SMTP_URL/ }).textContent()).toContain('(set)');
    expect(await lookFaults(page, 'doctor')).toEqual([]);
  });

  it('should hand out a file without secrets, which the audit log has', async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Support bundle' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('switchyard-support.json');
    const text = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ errors: {}, runners: [expect.any(Object)], tables: expect.any(Array) });
    expect(text).not.toContain(SECRET);
    const [record] = await place.client.call<AuditRecord[]>('GET', '/audit?action=doctor.bundle');
    expect(record).toMatchObject({ action: 'doctor.bundle', outcome: 'done' });
  });
});
