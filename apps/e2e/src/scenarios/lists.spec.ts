import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { look, lookFaults, LOOKS } from '../support/looks.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { inDatabase } from '../support/database.js';
import { createRunner } from '../support/runners.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';
import { openTask } from '../support/console.js';

const LONG = 'Maintenance_of_every_host_in_every_region_'.repeat(3).slice(0, 117);
/** Writes a line that has no end for as long as the script runs. */
const LONG_SCRIPT = "echo 'Reading the library'; printf 'Copied \\033[32m120\\033[0m of 400 files'; sleep 1000\n";
const WIDTHS = [390, 656, 800, 960, 1100, 1280, 1440];

/** Columns that are too narrow to read, headings over several lines, and what is wider than its place. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll<HTMLElement>('.sy-table > thead th')];
    const narrow = headings
      .filter(({ clientWidth }) => clientWidth < 40)
      .map(({ innerText }) => `narrow: ${innerText}`);
    const tall = headings.filter(({ clientHeight }) => clientHeight > 60).map(({ innerText }) => `tall: ${innerText}`);
    const wide = [...document.querySelectorAll<HTMLElement>('body, main, .sy-body, .sy-head')]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .map(({ className, scrollWidth, clientWidth }) => `wide: ${className} ${scrollWidth} > ${clientWidth}`);
    return [...narrow, ...tall, ...wide];
  });
}

describe('the lists of the console', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let base: string;
  let running: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n', 'long.sh': LONG_SCRIPT }, { shared: true });
    ({ client, project, person, page } = place);
    base = `/project/${project.id}`;
    const [deploy, backup] = [
      await createTemplate(client, project, { name: LONG }),
      await createTemplate(client, project, { name: 'Nightly backup', runner_tag: 'windows' }),
    ];
    await createRunner(client, '', { name: `runner-of-${LONG}`.slice(0, 120), tags: ['a-tag-of-some-length'] });
    await createRunner(client, base, { name: 'project-runner', tags: ['x'] });
    await inDatabase(
      place.stack.postgres.url,
      `insert into task (project_id, template_id, status, app, playbook, message, commit_hash, version, created, started,
                         ended, user_id)
         select $1, case when i % 2 = 0 then $2::int else $3 end, case when i % 9 = 0 then 'error' else 'success' end, 'bash',
                'run.sh', 'Message ' || i, md5(i::text), '1.' || i, now(), now() - interval '90 s', now(),
                (select min(id) from "user")
           from generate_series(1, 45) i`,
      [project.id, deploy, backup],
    );
    const long = await createTemplate(client, project, { name: 'Sync media library', playbook: 'long.sh' });
    running = await runTask(client, project, long, { message: 'Full sync after bucket move' });
    await runTask(client, project, backup);
    await client.untilStatus(project.id, running, 'running');
  });

  afterAll(() => place.close());

  const rows = (): Promise<number> => page.getByRole('row').count();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('should lead through the whole history by pages that the address keeps', async () => {
    await page.goto(`${base}/history`);
    await eventually(async () => expect(await rows()).toBe(21));
    expect(await page.title()).toMatch(/^1 running · History · Project .* – Switchyard$/);
    await button('Older').click();
    await page.getByText(`#${running - 19}`, { exact: true }).waitFor();
    await button('Older').click();
    await page.getByText('Message 1', { exact: true }).waitFor();
    expect([await rows(), await button('Older').isDisabled()]).toEqual([8, true]);
    await page.reload();
    await page.getByText('Message 1', { exact: true }).waitFor();
    await button('Newer').click();
    await page.getByText(`#${running - 19}`, { exact: true }).waitFor();
    await button('Newer').click();
    await page.getByRole('link', { name: `#${running}` }).waitFor();
    await page.waitForURL(`**${base}/history`);
  });

  it('should filter the history by status, template and person, and keep that in the address', async () => {
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Failed').click();
    await eventually(async () => expect(await rows()).toBe(6));
    await page.locator('.ant-select-dropdown:visible').getByText('Running').click();
    await eventually(async () => expect(await rows()).toBe(7));
    expect(new URL(page.url()).searchParams.get('status')).toBe('error,running');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Nightly backup').click();
    await eventually(async () => expect(await rows()).toBe(4));
    await page.reload();
    await eventually(async () => expect(await rows()).toBe(4));
    await button('Clear filters').click();
    await eventually(async () => expect(await rows()).toBe(21));
  });

  it('should filter the history by a text and by days, and keep that in the address', async () => {
    const text = page.getByRole('searchbox', { name: 'Message, commit or version' });
    await text.fill('message 45');
    await eventually(async () => expect(await rows()).toBe(2));
    expect(new URL(page.url()).searchParams.get('q')).toBe('message 45');
    await text.fill('nightly');
    await page.getByLabel('From', { exact: true }).fill('2001-01-01');
    await page.waitForURL(({ search }) => search.includes('q=nightly') && search.includes('from=2001-01-01'));
    await page.reload();
    await eventually(async () => expect(await rows()).toBe(21));
    await page.getByLabel('To', { exact: true }).fill('2001-01-31');
    await page.getByText('The newest 10,000 tasks were searched.').waitFor();
    await button('Clear filters').first().click();
    await page.waitForURL('**/history');
    await eventually(async () => expect(await text.inputValue()).toBe(''));
    await eventually(async () => expect(await rows()).toBe(21));
  });

  it('should be legible in both themes and on a phone, with an open list of choices too', async () => {
    for (const [width, scheme] of LOOKS) {
      await look(page, [width, scheme]);
      await page.goto(`${base}/history?status=error`);
      await page.getByText('Message 9', { exact: true }).waitFor();
      if (width === 390) {
        await page.getByRole('button', { name: 'Filters (1)' }).click();
      }
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.locator('.ant-select-dropdown:visible').waitFor();
      expect([width, scheme, await axeFaults(page)]).toEqual([width, scheme, []]);
      await picture(page, `06-history-filter-${width}-${scheme}`);
      await page.keyboard.press('Escape');
      await page.goto(`${base}/history`);
      await page.getByText('Message 45', { exact: true }).waitFor();
      await picture(page, `06-history-${width}-${scheme}`);
    }
  });

  it('should list the activity with links and filters', async () => {
    for (const [width, scheme] of LOOKS) {
      await look(page, [width, scheme]);
      await page.goto(`${base}/activity`);
      await page.getByText('Template Nightly backup created').waitFor();
      expect([width, scheme, await axeFaults(page)]).toEqual([width, scheme, []]);
      await picture(page, `activity-${width}-${scheme}`);
    }
    await look(page, [1440, 'light']);
    await page.goto(`${base}/activity?kind=template`);
    await eventually(async () => expect(await rows()).toBe(4));
    await page.getByRole('link', { name: 'Template Nightly backup created' }).click();
    await page.getByRole('heading', { name: 'Nightly backup' }).waitFor();
    await page.goto(`${base}/activity?kind=task&to=2001-01-01`);
    await page.getByText('Nothing matches').waitFor();
  });

  it('should show every active task with its place, and every runner, in both themes and on a phone', async () => {
    for (const [width, scheme] of LOOKS) {
      await look(page, [width, scheme]);
      await page.goto('/tasks');
      await page.getByText('Local Running').waitFor();
      await page.getByText('2 tasks, 1 of them waiting').waitFor();
      expect([width, scheme, await axeFaults(page)]).toEqual([width, scheme, []]);
      await picture(page, `16-active-tasks-${width}-${scheme}`);
    }
    await look(page, [1440, 'light']);
    expect(await page.title()).toBe('Active tasks – Switchyard');
  });

  it('should show beside the last status of a template that an older task still runs', async () => {
    const [{ id = 0 } = {}] = (await client.call<{ id: number; name: string }[]>('GET', `${base}/templates`)).filter(
      ({ name }) => name === 'Sync media library',
    );
    await client.call('POST', `${base}/tasks/${await runTask(client, project, id)}/stop`, {});
    await page.goto(`${base}/templates`);
    const row = page.getByRole('row').filter({ hasText: 'Sync media library' });
    await row.getByText('Stopped').waitFor();
    await row.getByRole('link', { name: '1 more active' }).click();
    await page.getByRole('link', { name: `#${running}` }).waitFor();
    await eventually(async () => expect(await rows()).toBe(2));
    await page.goto(`${base}/history`);
    await page.getByRole('row').getByText('Stopped by Administrator').waitFor();
    await picture(page, '06-history-stopped-by');
  });

  it('should show how many tasks wait before one', async () => {
    const [{ id = 0 } = {}] = (await client.call<{ id: number; name: string }[]>('GET', `${base}/templates`)).filter(
      ({ name }) => name === 'Nightly backup',
    );
    const dialog = await openTask(page, project.id, await runTask(client, project, id));
    await dialog.getByText('1 task of this project waits before it.').waitFor();
    await picture(page, '10-waiting-before');
  });

  it('should show a line of the log before it has its end, with times in the zone of the reader or another', async () => {
    const zone = await page.context().newCDPSession(page);
    await zone.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kolkata' });
    const dialog = await openTask(page, project.id, running);
    for (const [width, scheme] of LOOKS) {
      await look(page, [width, scheme]);
      await dialog.locator('.sy-log-open').getByText('Copied 120 of 400 files').waitFor();
      await picture(page, `11-open-line-${width}-${scheme}`);
    }
    await look(page, [1440, 'light']);
    const time = dialog.locator('.sy-log-open time');
    const own = await time.innerText();
    await dialog.getByRole('button', { name: 'Time', exact: true }).click();
    await page.getByRole('menuitemradio', { name: /Yours .Asia\/(Calcutta|Kolkata)/ }).waitFor();
    await picture(page, '11-time-zones');
    await page.getByRole('menuitemradio', { name: 'UTC' }).click();
    const seconds = (text: string): number => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    expect((seconds(own) - seconds(await time.innerText()) + 86_400) % 86_400).toBe(5.5 * 3_600);
    await zone.send('Emulation.setTimezoneOverride', { timezoneId: '' });
  });

  it('should find which tasks of a template wrote a text', async () => {
    const templates = await client.call<{ id: number; name: string }[]>('GET', `${base}/templates`);
    const template = templates.find(({ name }) => name === 'Sync media library');
    await page.goto(`${base}/templates/${template?.id}`);
    for (const [width, scheme] of LOOKS) {
      await look(page, [width, scheme]);
      await page.getByRole('button', { name: 'Search the logs' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Text to find in the logs').fill('reading the');
      await page.keyboard.press('Enter');
      await dialog.getByText('Reading the library').waitFor();
      expect([width, scheme, await axeFaults(page)]).toEqual([width, scheme, []]);
      await picture(page, `12-log-search-${width}-${scheme}`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    }
    await look(page, [1440, 'light']);
  });

  it('should fit from a phone to a wide screen, with very long names', async () => {
    const screens = [
      `${base}/history`,
      `${base}/activity`,
      `${base}/runners`,
      `${base}/templates`,
      `${base}/inventory`,
      `${base}/repositories`,
      `${base}/keys`,
      `${base}/environment`,
      `${base}/team`,
      '/users',
      '/runners',
      '/tasks',
      '/apps',
    ];
    const faults: unknown[] = [];
    for (const path of screens) {
      await page.goto(path);
      await page.locator('.sy-table, .sy-list, .sy-empty').first().waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await page
          .locator(width < 960 ? '.sy-list, .sy-empty' : '.sy-table, .sy-empty')
          .first()
          .waitFor();
        faults.push(...(await layoutFaults(page)).map((fault) => `${path} at ${width}: ${fault}`));
        if ([656, 960, 1100].includes(width)) {
          await picture(page, `widths-${path.replace(/\W+/g, '-')}-${width}`);
        }
      }
      for (const scheme of ['dark', 'light'] as const) {
        await look(page, [1440, scheme]);
        faults.push(...(await axeFaults(page)).map((fault) => `${path} in ${scheme}: ${fault}`));
      }
    }
    await look(page, [390, 'light']);
    await page.getByRole('button', { name: 'Edit Ansible', exact: true }).waitFor();
    await look(page, [1440, 'light']);
    expect(faults).toEqual([]);
  });

  it('should filter a long list of resources by a text of the address', async () => {
    for (let i = 0; i < 9; i++) {
      await client.call('POST', `${base}/keys`, { name: `Key ${i}`, type: 'none', project_id: project.id });
    }
    await page.goto(`${base}/keys`);
    await page.getByRole('textbox', { name: 'Filter by text' }).fill('KEY 7');
    await eventually(async () => expect(await rows()).toBe(2));
    await page.reload();
    await eventually(async () => expect(await rows()).toBe(2));
    await page.getByRole('textbox', { name: 'Filter by text' }).fill('nothing of this');
    await page.getByText('No entry of this list contains the text.').waitFor();
    await button('Clear filters').click();
    await page.getByText('Key 8', { exact: true }).waitFor();
  });

  it('should run several templates, move them to a view and stop their tasks, each fault at its row', async () => {
    const alpha = await createTemplate(client, project, { name: 'Alpha', playbook: 'long.sh', runner_tag: 'none' });
    const beta = await createTemplate(client, project, { name: 'Beta', runner_tag: 'none' });
    const survey_vars = [{ name: 'city', title: 'City', type: '', required: true, values: [] }];
    const asked = await createTemplate(client, project, { name: 'Gamma', survey_vars });
    const view = await client.call<{ id: number }>('POST', `${base}/views`, { title: 'Greek', position: 0 });
    await page.goto(`${base}/templates`);
    const bar = page.getByRole('region', { name: 'Selection' });
    const dialog = page.getByRole('dialog');
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await bar.getByText('Selected: 3').waitFor();
    expect(await lookFaults(page, 'bulk-bar')).toEqual([]);
    await bar.waitFor();
    await bar.getByRole('button', { name: 'Run' }).click();
    await dialog.getByText('Left out: its questions have no default answers.').waitFor();
    await dialog.getByRole('button', { name: 'Run' }).click();
    await eventually(async () => expect(await dialog.getByText('Done').count()).toBe(2));
    expect(await lookFaults(page, 'bulk-run')).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await bar.waitFor({ state: 'hidden' });
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await bar.getByRole('button', { name: 'Move' }).click();
    await dialog.getByRole('combobox', { name: 'View' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Greek').click();
    await client.call('DELETE', `${base}/templates/${asked}`);
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.getByText('Failed').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Retry' }).waitFor();
    await picture(page, 'bulk-move-fault');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    const moved = await client.call<{ id: number; view_id: number | null }[]>('GET', `${base}/templates`);
    const inView = moved.flatMap(({ id, view_id }) => (view_id === view.id ? [id] : []));
    expect(inView.toSorted((a, b) => a - b)).toEqual([alpha, beta]);
    await page.goto(`${base}/history?status=waiting&template=${alpha}`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await bar.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const [stopped] = await client.call<{ status: string }[]>('GET', `${base}/templates/${alpha}/tasks`);
    expect(stopped?.status).toBe('stopped');
    await bar.waitFor({ state: 'hidden' });
  });

  it('should let administrators change apps on a phone', async () => {
    await look(page, [390, 'light']);
    await page.goto('/apps');
    await button('Edit Ansible').click();
    await page.getByRole('dialog').getByLabel('Priority').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await look(page, [1440, 'light']);
  });

  it('should show at once that an active task of any project has ended', async () => {
    await page.goto('/tasks');
    const [{ id = 0 } = {}] = await client.call<{ id: number }[]>('GET', `${base}/tasks?status=waiting`);
    const row = page.getByRole('row').filter({ hasText: `#${id}` });
    await row.waitFor();
    await client.call('POST', `${base}/tasks/${id}/stop`, {});
    // Sooner than a timer would read the list.
    await row.waitFor({ state: 'hidden', timeout: 5_000 });
  });

  it('should keep the notice of a lost connection from page to page', async () => {
    const open: { close(): Promise<void> }[] = [];
    await page.routeWebSocket(/\/api\/ws/, (socket) => {
      socket.connectToServer();
      open.push(socket);
    });
    await page.goto(`${base}/history`);
    await page.getByRole('link', { name: 'Activity' }).click();
    await page.getByRole('table', { name: 'Activity' }).waitFor();
    await page.routeWebSocket(/\/api\/ws/, (socket) => socket.close());
    await page.route(/\/api\/ws.*transport=polling/, (route) => route.abort());
    await Promise.all(open.map((socket) => socket.close()));
    const notice = page.getByText('Connection lost. Trying again');
    await notice.waitFor();
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    expect(await notice.count()).toBe(1);
    expect(person.faults).toEqual([]);
  });
});
