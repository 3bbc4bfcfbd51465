import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditRecord } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('the audit log', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let siem: Server;
  let status: number;
  let received: AuditRecord[];

  beforeAll(async () => {
    [received, status] = [[], 200];
    siem = createServer((request, answer) => {
      void request.toArray().then((parts) => {
        const { records } = JSON.parse(Buffer.concat(parts).toString()) as { records: AuditRecord[] };
        received.push(...(status === 200 ? records : []));
        answer.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => siem.listen(0, '127.0.0.1', resolve));
    const settings = { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' };
    place = await openConsoleWorkplace({}, { stack: { settings } });
    page = place.page;
  });
  afterAll(async () => {
    await place.close();
    await new Promise((resolve) => siem.close(resolve));
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const rows = (): Locator => page.locator('main tbody tr');
  async function choose(field: string, text: string): Promise<void> {
    await page.getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click();
  }

  it('should be narrowed down by filters, which the address keeps', async () => {
    await page.goto('/audit');
    await rows().first().waitFor();
    await choose('Action', 'projects.create');
    await page.waitForURL(/action=projects\.create/);
    await eventually(async () => expect(await rows().count()).toBe(1));
    await page.reload();
    await rows().getByText('projects.create').waitFor();
    await choose('Outcome', 'Refused');
    await page.getByText('No record fits the filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await eventually(async () => expect(await rows().count()).toBeGreaterThan(1));
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'audit-light');
  });

  it('should show what a record holds', async () => {
    await page.goto('/audit?action=projects.create');
    await rows().first().getByRole('button', { name: 'Details' }).click();
    await dialog().getByText('Project', { exact: false }).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it.each([
    ['CSV', /^id,at,user_id,.*\r\n.*projects\.create/],
    ['JSON', /^\{"id":.*"action":"projects\.create"/],
  ])('should be exported as %s, as far as the filters let it through', async (name, content) => {
    await page.goto('/audit?action=projects.create');
    await rows().first().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: new RegExp(name) }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toMatch(content);
    expect(text).not.toContain('login.');
  });

  it('should be delivered to a receiver that is made, tried and repaired', async () => {
    await page.goto('/audit');
    await page.getByRole('button', { name: 'Delivery' }).click();
    await page.getByText('No receivers yet.').waitFor();
    await page.getByRole('button', { name: 'New receiver' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('SIEM');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('Must not be empty').first().waitFor();
    await dialog()
      .getByLabel('Address')
      .fill(`http://127.0.0.1:${(siem.address() as AddressInfo).port}/`);
    await dialog().getByLabel('Signing secret').fill('a-secret-of-ours');
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'audit-receiver-dialog');
    status = 500;
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const row = page.getByRole('row', { name: /SIEM/ });
    await row.getByText('Answered with status 500').waitFor();
    await page.getByRole('button', { name: 'Send a test to SIEM' }).click();
    await page.getByText('The test did not reach SIEM: Answered with status 500').waitFor();
    status = 200;
    await page.getByRole('button', { name: 'Send a test to SIEM' }).click();
    await page.getByText('SIEM accepted the test.').waitFor();
    await row.getByText('Accepted').waitFor();
    const actions = received.map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['audit-receivers.create', 'audit-receivers.test']);
    expect(received.map(({ id }) => id)).toEqual(received.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  it('should fit a dark screen and a phone', async () => {
    for (const [path, text] of [
      ['/audit', 'audit-receivers.create'],
      ['/audit/receivers', 'SIEM'],
    ] as const) {
      for (const [scheme, width] of [
        ['dark', 1440],
        ['light', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 844 });
        await page.goto(path);
        await page.locator('main').getByText(text).first().waitFor();
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([path, width, overflow <= 0]).toEqual([path, width, true]);
        expect(await axeFaults(page)).toEqual([]);
        await picture(page, `audit${path.includes('receivers') ? '-receivers' : ''}-${scheme}-${width}`);
      }
    }
    expect(place.person.faults).toEqual([]);
  });
});
