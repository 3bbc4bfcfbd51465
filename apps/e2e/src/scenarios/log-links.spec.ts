import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openPage, type Person } from '../support/browser.js';
import { openTask } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, runTask } from '../support/project.js';
import { sizeFaults } from '../support/reflow.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const SCRIPT = 'for i in $(seq 1 300); do echo "step $i of the release"; done; echo "the disk is full"; exit 3\n';

describe('the log of a task', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let reader: Person;
  let task: number;
  let link: string;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': SCRIPT, 'wait.sh': 'echo begun\nsleep 600\n' }, { shared: true });
    ({ page } = place);
    const { client, project } = place;
    task = await runTask(client, project, await createTemplate(client, project, { name: 'Release' }));
    await client.untilStatus(project.id, task, 'error');
    reader = await openPage(place.browser, place.stack.address);
  });
  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog', { name: 'Share log' });
  const menu = async (log: Locator): Promise<Locator> => {
    await log.getByRole('button', { name: 'More', exact: true }).click();
    return page.getByRole('menuitem', { name: 'Share log' });
  };

  it('should be shared once an owner allows links', async () => {
    const log = await openTask(page, place.project.id, task);
    const share = await menu(log);
    await page.getByRole('menuitem', { name: 'Copy all lines' }).waitFor();
    expect(await share.count()).toBe(0);
    await page.goto(`/project/${place.project.id}/settings`);
    await page.getByLabel('Allow share links to logs').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Project .* saved$/).waitFor();
    await (await menu(await openTask(page, place.project.id, task))).click();
    await dialog().getByText('No link to this log works at the moment.').waitFor();
    await dialog().getByRole('button', { name: 'Create link' }).click();
    link = await dialog().getByText('/shared/logs/').innerText();
    await dialog().getByText('Not opened yet').waitFor();
    expect(await lookFaults(page, 'share-log')).toEqual([]);
  });

  it('should be read by the link without an account, and nothing else', async () => {
    const requests: string[] = [];
    reader.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const answer = await reader.page.goto(link);
    expect(await answer?.allHeaders()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    });
    const shown = reader.page.getByRole('main');
    await shown.getByRole('heading', { name: 'Release' }).waitFor();
    await shown.getByText('Failed', { exact: true }).waitFor();
    await shown.getByRole('log').getByText('the disk is full').waitFor();
    await reader.page.keyboard.press('Control+f');
    await reader.page.keyboard.type('step 7 of');
    await shown.getByText('1 of 1', { exact: true }).waitFor();
    await shown.getByRole('log').getByText('step 7 of the release').waitFor();
    await reader.page.keyboard.press('Escape');
    const leads = await reader.page.evaluate(() =>
      [...document.querySelectorAll('a')].map(({ pathname, host }) => host + pathname),
    );
    expect([...new Set(leads)]).toEqual([new URL(link).host + new URL(link).pathname]);
    const apis = new Set(requests.filter((path) => path.startsWith('/api/')).map((path) => path.split('/')[2]));
    expect([...apis]).toEqual(['shared']);
    expect(await reader.page.context().cookies()).toEqual([]);
    expect(await lookFaults(reader.page, 'shared-log')).toEqual([]);
    await reader.page.setViewportSize({ width: 320, height: 640 });
    expect(await sizeFaults(reader.page)).toEqual([]);
    await reader.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('should not be read any more once the link is revoked', async () => {
    await page.reload();
    await (await menu(page.getByRole('dialog').last())).click();
    await dialog()
      .getByText(/^First opened: /)
      .waitFor();
    await dialog()
      .getByRole('button', { name: /^Revoke the link of / })
      .click();
    await dialog().getByText('No link to this log works at the moment.').waitFor();
    await reader.page.reload();
    await reader.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    expect(await reader.page.getByText('Release').count()).toBe(0);
    expect(await lookFaults(reader.page, 'shared-log-gone')).toEqual([]);
  });

  it('should be read again by its reader while its task goes on', async () => {
    const { client, project } = place;
    const template = await createTemplate(client, project, { name: 'Wait', playbook: 'wait.sh' });
    const waits = await runTask(client, project, template);
    await client.untilStatus(project.id, waits, 'running');
    const made = await client.call<{ url: string }>('POST', `/project/${project.id}/tasks/${waits}/log_links`, {
      hours: 1,
    });
    await reader.page.goto(new URL(made.url, place.stack.address).href);
    await reader.page.getByText(/^The task has not ended\. /).waitFor();
    expect(await lookFaults(reader.page, 'shared-log-open')).toEqual([]);
    await client.call('POST', `/project/${project.id}/tasks/${waits}/stop`, { force: true });
    await client.untilStatus(project.id, waits, 'stopped');
    await reader.page.getByRole('button', { name: 'Reload' }).click();
    await reader.page.getByText('Stopped', { exact: true }).waitFor();
    await reader.page.getByRole('log').getByText('begun').waitFor();
    expect([...place.person.faults, ...reader.faults]).toEqual([]);
  });
});
