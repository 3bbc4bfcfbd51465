import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Schedule } from '@switchyard/contracts';
import { eventually, installSlowProvider, type SlowProvider } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { ApplyingTemplate, createApplyPlace } from '../support/applying.js';
import { statusShown } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { inDatabase } from '../support/database.js';
import { describeWithTerraform } from '../support/terraform.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describeWithTerraform('drift of a workspace', () => {
  let place: ConsoleWorkplace;
  let provider: SlowProvider;
  let template: ApplyingTemplate;
  let chat: Server;
  let alerts: string[];
  let page: Page;
  beforeAll(async () => {
    alerts = [];
    chat = createServer((request, answer) => {
      void request.toArray().then((parts) => {
        alerts.push(Buffer.concat(parts).toString());
        answer.end();
      });
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    place = await openConsoleWorkplace(
      ({ dir }) => {
        provider = installSlowProvider(dir);
        return { 'disk/main.tf': provider.configuration({ journal: 'disk' }) };
      },
      { stack: { settings: { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' } }, project: { alert: true } },
    );
    const { client, project } = place;
    page = place.page;
    const at = await createApplyPlace(client, project, provider);
    template = await ApplyingTemplate.create(at, 'disk', { name: 'Disk', task_params: { override_backend: true } });
    await client.create(`/project/${project.id}/alert_channels`, {
      name: 'Ops room',
      type: 'slack',
      url: `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`,
      events: ['drifted', 'in_step'],
    });
  });
  afterAll(async () => {
    await place.close();
    await new Promise((resolve) => chat.close(resolve));
  });

  const dialog = (): Locator => page.getByRole('dialog').last();
  const notice = (): Locator => page.getByRole('alert').or(page.getByRole('status'));
  const stateTab = (): Promise<unknown> => page.goto(`/project/${place.project.id}/templates/${template.id}/state`);

  /** Confirms the plan of the task on screen. */
  async function confirm(): Promise<void> {
    await statusShown(dialog(), 'Waiting confirmation');
    await dialog().getByRole('button', { name: 'Confirm' }).click();
    await statusShown(dialog(), 'Success');
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
  }

  /** Has the one schedule due at once, and waits for the end of its task. */
  async function check(): Promise<void> {
    const { client, project, stack } = place;
    const path = `/project/${project.id}/schedules`;
    const [schedule] = await client.call<Schedule[]>('GET', path);
    const tasks = () =>
      client.call<object[]>('GET', `/project/${project.id}/tasks?schedule_id=${schedule?.id}&status=success`);
    const before = (await tasks()).length;
    await inDatabase(stack.postgres.url, 'update schedule set next_due = now() where id = $1', [schedule?.id]);
    await client.call('PUT', `${path}/${schedule?.id}`, schedule);
    await eventually(async () => expect((await tasks()).length).toBeGreaterThan(before));
  }

  it('should not be known of a workspace that no task has checked', async () => {
    await stateTab();
    await page.getByText('Not known whether it has drifted').waitFor();
    await page.getByText(/^No task has checked this workspace yet/).waitFor();
    expect(await lookFaults(page, 'drift-never')).toEqual([]);
  });

  it('should be none while a schedule that plans only finds nothing', async () => {
    await page.getByRole('button', { name: 'Run Disk' }).click();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await confirm();
    await page.goto(`/project/${place.project.id}/schedule`);
    await page.getByRole('button', { name: 'New schedule' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Drift check');
    await dialog().getByRole('combobox', { name: 'Template' }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle('Disk').click();
    await dialog().getByRole('combobox', { name: 'Runs' }).click();
    await page.locator('.ant-select-dropdown:visible').getByTitle('Yearly').click();
    await dialog().getByLabel('Plan only').check();
    expect(await lookFaults(page, 'drift-schedule')).toEqual([]);
    await dialog().getByRole('button', { name: 'Create' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await check();
    await stateTab();
    await page.getByText('In step with the configuration').waitFor();
    expect([alerts, provider.made('disk')]).toEqual([[], 1]);
    expect(await lookFaults(page, 'drift-in-step')).toEqual([]);
  });

  it('should be found by the schedule, shown with what and since when, and alerted about once', async () => {
    provider.remove('disk');
    await check();
    await page.getByText('Drifted', { exact: true }).waitFor();
    await notice().getByText('1 to add').waitFor();
    await notice()
      .getByText(/^First seen/)
      .waitFor();
    await eventually(() => expect(alerts).toHaveLength(1));
    expect(alerts[0]).toMatch(/Drifted: .* \(Disk\)/);
    await check();
    expect(provider.made('disk')).toBe(0);
    expect(await lookFaults(page, 'drift-drifted')).toEqual([]);
  });

  it('should mark the template in the list, and lead to the workspace', async () => {
    await page.getByRole('link', { name: 'Templates' }).first().click();
    const mark = page.getByRole('link', { name: 'Drifted', exact: true });
    await mark.waitFor();
    expect(await lookFaults(page, 'drift-list')).toEqual([]);
    await mark.click();
    await notice().getByText('1 to add').waitFor();
  });

  it('should be over once it was applied by one click and the usual confirmation', async () => {
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await confirm();
    await page.getByText('In step with the configuration').waitFor();
    expect(provider.made('disk')).toBe(1);
    await eventually(() => expect(alerts).toHaveLength(2));
    expect(alerts[1]).toMatch(/In step again: .* \(Disk\)/);
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('link', { name: 'Disk' }).waitFor();
    expect(await page.getByRole('link', { name: 'Drifted' }).count()).toBe(0);
    expect(place.person.faults).toEqual([]);
  });
});
