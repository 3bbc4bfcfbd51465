import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, type MailSink, startMailSink } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { createTemplate, runTask } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const SCRIPT = 'echo "begin"\necho "deploying"\necho "Error: the disk of db1 is full"\nexit 3\n';

describe('alerts', () => {
  let place: ConsoleWorkplace;
  let mails: MailSink;
  let chat: Server;
  let received: string[];
  let status: number;
  let page: Page;

  beforeAll(async () => {
    mails = await startMailSink();
    [received, status] = [[], 200];
    chat = createServer((request, answer) => {
      void request.toArray().then((parts) => {
        received.push(Buffer.concat(parts).toString());
        answer.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    const settings = (address: string) => ({
      SWITCHYARD_WEB_HOST: address,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      SWITCHYARD_SMTP_URL: mails.url,
      SWITCHYARD_SMTP_FROM: 'Switchyard <ci@example.com>',
    });
    place = await openConsoleWorkplace({ 'run.sh': SCRIPT }, { stack: { settings } });
    page = place.page;
  });
  afterAll(async () => {
    await place.close();
    await mails.remove();
    await new Promise((resolve) => chat.close(resolve));
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const settingsPage = () => page.goto(`/project/${place.project.id}/settings`);
  async function choose(field: string, text: string): Promise<void> {
    await dialog().getByRole('combobox', { name: field }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click();
  }
  async function create(name: string, type: string): Promise<void> {
    await page.getByRole('button', { name: 'New channel' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill(name);
    await choose('Type', type);
  }
  async function save(): Promise<void> {
    await dialog()
      .getByRole('button', { name: /^(Create|Save)$/ })
      .click();
    await dialog().waitFor({ state: 'hidden' });
  }

  it('should be switched on, with channels that are made, tried and repaired', async () => {
    await settingsPage();
    await page.getByLabel('Send alerts').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Project .* saved$/).waitFor();
    await create('Ops room', 'Slack');
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().getByText('Must not be empty').waitFor();
    await dialog().getByLabel('Address').fill('javascript:alert(1)');
    await dialog().getByText('Must be an http or https address').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '21-alert-channel');
    await dialog()
      .getByLabel('Address')
      .fill(`http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`);
    await save();
    status = 500;
    await page.getByRole('button', { name: 'Send a test to Ops room' }).click();
    await page.getByText('The test did not reach Ops room: Answered with status 500').waitFor();
    status = 200;
    await page.getByRole('button', { name: 'Send a test to Ops room' }).click();
    await page.getByText('Ops room accepted the test.').waitFor();
    await page
      .getByRole('row', { name: /Ops room/ })
      .getByText('Accepted')
      .waitFor();
    expect(received.at(-1)).toContain('Test of the alerts of');
  });

  it('should mail what failed, with a link that opens the failing line', async () => {
    await create('On call', 'Email');
    await dialog().getByLabel('Recipients').fill('oncall@example.com');
    await save();
    const template = await createTemplate(place.client, place.project, { name: 'Deploy <shop>' });
    const task = await runTask(place.client, place.project, template);
    const mail = await eventually(() => {
      const found = mails.mails.find(({ to }) => to.includes('oncall@example.com'));
      return found ?? Promise.reject(new Error(`${mails.mails.length} mails`));
    });
    const source = mail.source.replace(/=\r\n/g, '').replaceAll('=3D', '=');
    expect(source).toContain('the disk of db1 is full');
    const [link = ''] = /http:\S+\?t=\d+#L\d+/.exec(source) ?? [];
    expect(link).toContain(`/project/${place.project.id}/templates/${template}?t=${task}#L`);
    await page.goto(link);
    await dialog().locator('.sy-log-target').getByText('Error: the disk of db1 is full').waitFor();
    await picture(page, '21-alert-line');
  });

  it('should list what was sent, and fit a dark and a narrow screen', async () => {
    await settingsPage();
    await page
      .getByRole('row', { name: /On call/ })
      .getByText('Accepted')
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '21-project-settings-light');
    await page.getByRole('button', { name: 'Sent alerts' }).click();
    await dialog().getByText('Delivered').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '21-sent-alerts');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Clear cache' }).click();
    await page.getByText('Project cache cleaned.').waitFor();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '21-project-settings-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Ops room').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '21-project-settings-narrow');
    await page.getByRole('button', { name: 'Sent alerts' }).click();
    await dialog().getByText('Delivered').first().waitFor();
    await picture(page, '21-sent-alerts-narrow');
    expect(place.person.faults).toEqual([]);
  });
});
