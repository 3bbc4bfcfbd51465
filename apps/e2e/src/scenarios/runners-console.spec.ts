import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CacheClearing, Runner, RunnerCaches, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, openPage, type Person, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { slowLines } from '../support/scripts.js';
import { TestStack } from '../support/stack.js';
import { inDatabase } from '../support/database.js';
import { createRunner, onlineRunner } from '../support/runners.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const GUEST = { name: 'Guest', username: 'guest', email: 'guest@example.com', password: 'a-long-password' };

describe('the runners pages', () => {
  let place: ConsoleWorkplace;
  let stack: TestStack;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let project: TestProject;
  let runner: Runner;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': slowLines(400, 0.1) });
    ({ stack, client, person, page, project } = place);
    runner = await onlineRunner(client);
  });

  afterAll(() => place.close());

  const dialog = () => page.getByRole('dialog');
  const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(name) });
  const create = (path: string, more: object): Promise<number> => createRunner(client, path, more);

  async function more(name: string, entry: string): Promise<void> {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  }

  it('should show how many slots of a runner are in use', async () => {
    await client.call('PUT', `/runners/${runner.id}`, { ...runner, max_parallel_tasks: 2 });
    const template = await createTemplate(client, project, { name: 'Slow', allow_parallel_tasks: true });
    const task = await runTask(client, project, template);
    await client.untilStatus(project.id, task, 'running');
    await page.goto('/runners');
    await row(runner.name).getByText('1 of 2').waitFor();
    await row(runner.name).getByText('Online', { exact: true }).waitFor();
    await page.getByText('Slots in use').waitFor();
    await client.call('POST', `/project/${project.id}/tasks/${task}/stop`, { force: true });
    await row(runner.name).getByText('0 of 2').waitFor();
  });

  it('should drain a runner and let it take tasks again', async () => {
    await more(runner.name, 'Take no more tasks');
    await row(runner.name).getByText('Draining', { exact: true }).waitFor();
    await more(runner.name, 'Take tasks again');
    await row(runner.name).getByText('Online', { exact: true }).waitFor();
  });

  it('should switch a runner off and on', async () => {
    const active = page.getByRole('switch', { name: `${runner.name} active` });
    await active.click();
    await eventually(async () => !(await client.call<Runner>('GET', `/runners/${runner.id}`)).active);
    await page.getByRole('switch', { name: `${runner.name} active`, checked: false }).click();
    await eventually(async () => (await client.call<Runner>('GET', `/runners/${runner.id}`)).active);
  });

  it('should show when clearing the caches was requested and when it was done', async () => {
    const sleeper = await create('', { name: 'sleeper' });
    await page.reload();
    const button = page.getByRole('button', { name: 'Clear cache of sleeper' });
    await button.hover();
    await page.getByRole('tooltip', { name: 'Clear cache' }).waitFor();
    await button.click();
    await page.getByRole('tooltip', { name: /^Already requested / }).waitFor();
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'hidden' });
    const ofLiving = page.getByRole('button', { name: `Clear cache of ${runner.name}` });
    const clicked = Date.now();
    await ofLiving.click();
    await page.getByRole('tooltip', { name: /^Last cleaned / }).waitFor();
    await eventually(async () => {
      const { measured } = await client.call<RunnerCaches>('GET', `/runners/${runner.id}/caches`);
      expect(Date.parse(measured ?? '')).toBeGreaterThan(clicked);
    });
    await client.call('DELETE', `/runners/${sleeper}`);
  });

  it('should show what the caches of a runner hold, and clear those of one project', async () => {
    const used = '2026-01-31T00:00:00.000Z';
    const caches = [
      { project: project.id, bytes: 1_340_000_000, used },
      { project: 2_000_000_000, bytes: 12_500, used },
    ];
    const report = JSON.stringify({ limit: 5_000_000_000, total: 1_340_012_500, caches });
    await inDatabase(
      stack.postgres.url,
      `insert into runner_caches (runner_id, report) values (${runner.id}, '${report}')
         on conflict (runner_id) do update set report = excluded.report`,
    );
    await page.goto('/runners');
    await more(runner.name, 'Show caches');
    await dialog().getByText('of 5 GB').waitFor();
    await dialog()
      .getByRole('row', { name: /Deleted project #2000000000.*13 kB/ })
      .waitFor();
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 844 });
      await dialog().getByText('1.3 GB').first().waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `09-caches-${scheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog()
      .getByRole('button', { name: /^Clear cache of Project/ })
      .click();
    // Report of the runner after it has cleared: it never had the other one.
    await dialog().getByText('Nothing is cached').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should count the runners that have cleared what they keep of a project, and name those that are away', async () => {
    const away = await create('', { name: 'away from clearing' });
    const seen = (when: string): Promise<void> =>
      inDatabase(stack.postgres.url, `update runner set touched = now() ${when} where id = ${away}`);
    await seen(`+ interval '1 hour'`);
    const { runners } = await client.call<CacheClearing>('GET', `/project/${project.id}/cache`);
    await page.goto(`/project/${project.id}/settings`);
    await page.getByRole('button', { name: 'Clear cache' }).click();
    await page.getByRole('button', { name: `${runners - 1} of ${runners} runners` }).waitFor();
    await picture(page, 'settings-clearing');
    await seen(`- interval '1 day'`);
    await client.call('POST', `/runners/${away}/drain`, { draining: true });
    await page.getByText('1 runner is away and clears its part when it is back.').waitFor();
    await client.call('DELETE', `/runners/${away}`);
    await page.goto('/runners');
  });

  it('should show why clearing was refused', async () => {
    const gone = await create('', { name: 'gone' });
    await page.reload();
    await page.getByRole('button', { name: 'Clear cache of gone' }).waitFor();
    // The list that would show that the runner is gone is late.
    await page.route('**/api/runners', (route) => route.abort());
    await client.call('DELETE', `/runners/${gone}`);
    await page.getByRole('button', { name: 'Clear cache of gone' }).click();
    await page.getByText(/^Cannot clear cache: /).waitFor();
    await page.unroute('**/api/runners');
    await page.reload();
  });

  it('should edit name, several tags, limit and webhook, and delete', async () => {
    await create('', { name: 'draft', tags: ['old'] });
    await page.reload();
    await page.getByRole('button', { name: 'draft', exact: true }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('final');
    const tags = dialog().getByRole('combobox', { name: 'Tags' });
    await tags.press('Backspace');
    for (const tag of ['gpu', 'linux']) {
      await tags.fill(tag);
      await tags.press('Enter');
    }
    await tags.press('Tab');
    await dialog().getByRole('textbox', { name: 'Max parallel tasks' }).fill('many');
    await dialog().getByRole('textbox', { name: 'Webhook' }).fill('ftp://example.com');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Must be a number').waitFor();
    await dialog().getByText('Must be an http or https address').waitFor();
    await dialog().getByRole('textbox', { name: 'Max parallel tasks' }).fill('6');
    await dialog().getByRole('textbox', { name: 'Webhook' }).fill('https://scale.example.com/up');
    expect(await axeFaults(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('heading', { name: 'Webhook secret of final' }).waitFor();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await row('final').getByText('0 of 6').waitFor();
    await eventually(async () => expect(await row('final').locator('code').allInnerTexts()).toEqual(['gpu', 'linux']));
    await page.getByRole('button', { name: 'Delete final' }).click();
    await dialog().getByRole('button', { name: 'Delete runner' }).click();
    await row('final').waitFor({ state: 'detached' });
  });

  it('should show the last answer of a webhook, and each secret of it once', async () => {
    await page.goto('/runners');
    await page.getByRole('button', { name: 'New runner' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('scaled');
    await dialog().getByRole('combobox', { name: 'Tags' }).fill('scaled');
    await page.keyboard.press('Enter');
    await dialog().getByRole('textbox', { name: 'Webhook' }).fill('http://127.0.0.1:9/up');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog().getByRole('button', { name: 'Copy the webhook secret' }).waitFor();
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await row('scaled').getByText('Set', { exact: true }).waitFor();

    const template = await createTemplate(client, project, { name: 'Scaled', runner_tag: 'scaled' });
    const task = await runTask(client, project, template);
    await row('scaled').getByText('No answer').hover();
    await page
      .getByRole('tooltip')
      .getByText(/address is not public/)
      .waitFor();
    await client.call('POST', `/project/${project.id}/tasks/${task}/stop`, { force: true });

    await more('scaled', 'Renew webhook secret');
    await dialog().getByRole('button', { name: 'Renew webhook secret' }).click();
    const secret = await dialog().locator('code').innerText();
    expect(secret.length).toBeGreaterThan(20);
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Edit local-1' }).click();
    await dialog().getByRole('textbox', { name: 'Webhook' }).fill('https://scale.example.com/up');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('heading', { name: 'Webhook secret of local-1' }).waitFor();
    await eventually(async () => expect(await dialog().locator('code').innerText()).not.toBe(secret));
    await dialog().getByRole('button', { name: 'Done' }).click();
  });

  it('should show health, reason and activity of every kind of runner, in both themes and on a phone', async () => {
    const states: [string, string][] = [
      ['full-disk', `touched = now(), paused_reason = 'only 120 MB are free', version = '0.1.0'`],
      ['twin', `touched = now(), duplicate_seen = now(), version = '0.1.0'`],
      ['distrustful', `refused_at = now(), refused_reason = 'server_key'`],
      ['late', `touched = now() - interval '36 seconds'`],
      ['away', `touched = now() - interval '38 minutes'`],
      ['offline', `touched = now() - interval '3 days'`],
      ['accepted', `webhook = 'https://scale.example.com/up'`],
      ['refused', `webhook = 'https://scale.example.com/up'`],
    ];
    for (const [name, change] of states) {
      await inDatabase(stack.postgres.url, `update runner set ${change} where id = ${await create('', { name })}`);
    }
    await inDatabase(
      stack.postgres.url,
      `insert into outbox_target (kind, target_id, answered, answer_status, error)
         select 'runner_webhook', id, now(), case name when 'accepted' then 204 else 503 end,
                case name when 'refused' then 'http_status' end
           from runner where name in ('accepted', 'refused')`,
    );
    await create('', { name: 'new', tags: ['linux'] });
    await page.goto('/runners?sort=name&order=asc');
    const word = (name: string, text: string): Promise<void> => row(name).getByText(text, { exact: true }).waitFor();
    await word('full-disk', 'Only 120 MB are free');
    await word('full-disk', 'Paused');
    await word('twin', 'Second process refused');
    await word('distrustful', 'Does not trust this server');
    await row('distrustful').getByText('Does not trust this server').hover();
    await page
      .getByRole('tooltip')
      .getByText(/remove the file server-key/)
      .waitFor();
    await word('away', 'Away');
    await word('offline', 'Offline');
    await word('new', 'Never seen');
    await word('accepted', '204');
    await word('refused', '503');
    await row('late')
      .getByText(/Degraded|Away/)
      .waitFor();
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 844 });
      await page.getByText('full-disk').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `09-runners-${scheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('should list the deliveries of a webhook and send a dead one again', async () => {
    await inDatabase(
      stack.postgres.url,
      `insert into outbox_message (id, kind, target_id, payload, status, tries, ended, next_try, answer_status, error)
         select gen_random_uuid(), 'runner_webhook', runner.id, '{"event": "task.queued", "task_id": 41}', state.status,
                state.tries, case when state.status in ('delivered', 'dead') then now() end, now() + interval '1 hour',
                state.answer_status, state.error
           from runner, (values ('dead', 40, null::int, 'unreachable'), ('pending', 3, 503, 'http_status'),
                                ('delivered', 1, 204, null)) as state(status, tries, answer_status, error)
          where runner.name = 'refused'`,
    );
    await page.goto('/runners?sort=name&order=asc');
    await more('refused', 'Webhook deliveries');
    await dialog().getByText('The connection failed').waitFor();
    await dialog().getByText('Answered with status 503').waitFor();
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 844 });
      await dialog().getByText('The connection failed').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `09-deliveries-${scheme}-${width}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog().getByRole('button', { name: 'Send again' }).click();
    await dialog().getByRole('button', { name: 'Send again' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should page through a large fleet, 20 at a time', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => create('', { name: `many-${String(i).padStart(2, '0')}` })));
    await page.goto('/runners');
    await row('many-00').waitFor();
    await eventually(async () => expect(await page.getByRole('row').count()).toBe(21));
    await page.getByRole('button', { name: 'Page 2' }).click();
    await row('many-19').waitFor();
    await eventually(async () => expect(await row('many-00').count()).toBe(0));
    expect(page.url()).toContain('page=2');
  });

  it('should require a tag of a project runner, and offer its tags to templates and inventories', async () => {
    await page.goto(`/project/${project.id}/runners`);
    await page.getByRole('button', { name: 'New runner' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('untagged');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog().getByText('Must not be empty').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await create(`/project/${project.id}`, { name: 'tagged', tags: ['edge-north'] });
    await page.goto(`/project/${project.id}/inventory`);
    await page.getByRole('button', { name: 'New inventory' }).first().click();
    await page.getByRole('menuitem', { name: 'Hosts (INI)' }).click();
    await dialog().getByRole('combobox', { name: 'Runner tag' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('edge-north').last().click();
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('link', { name: 'Slow', exact: true }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog().getByRole('combobox', { name: 'Runner tag' }).fill('edge');
    await page.locator('.ant-select-dropdown:visible').getByText('edge-north').last().click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const templates = await client.call<Template[]>('GET', `/project/${project.id}/templates`);
    expect(templates.find(({ name }) => name === 'Slow')?.runner_tag).toBe('edge-north');
  });

  it('should show readers the runners of their project and no button', async () => {
    const userId = await client.create('/users', GUEST);
    await inDatabase(
      stack.postgres.url,
      `insert into project_member (project_id, user_id, role) values (${project.id}, ${userId}, 'guest')`,
    );
    const guest = await openPage(place.browser, stack.address);
    await signIn(guest.page, GUEST.username, GUEST.password);
    await guest.page.goto(`/project/${project.id}/runners`);
    await guest.page.getByText('tagged').first().waitFor();
    await guest.page.getByText('Never seen').waitFor();
    await eventually(async () => expect(await guest.page.getByRole('switch').isDisabled()).toBe(true));
    const buttons = await guest.page.getByRole('main').getByRole('cell').getByRole('button').allInnerTexts();
    expect(buttons).toEqual([]);
    await guest.page.goto('/runners');
    await guest.page.getByText('There is nothing here').waitFor();
    expect(guest.faults).toEqual([]);
  });

  it('should show that project runners are not part of the edition, and when global ones are off', async () => {
    await page.route('**/api/info', async (route) => {
      const answer = await route.fetch();
      const info = (await answer.json()) as { premium_features: object };
      const premium_features = { ...info.premium_features, project_runners: false };
      await route.fulfill({ response: answer, json: { ...info, use_remote_runner: false, premium_features } });
    });
    await page.goto(`/project/${project.id}/runners`);
    await page.getByText('Project runners are PRO only').waitFor();
    await page.goto('/runners');
    await page.getByText('Global runners are disabled').waitFor();
    await page.goto(`/project/${project.id}/inventory`);
    await page.getByRole('button', { name: 'New inventory' }).first().click();
    await page.getByRole('menuitem', { name: 'Hosts (INI)' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).waitFor();
    await eventually(async () => expect(await dialog().getByRole('combobox', { name: 'Runner tag' }).count()).toBe(0));
    expect(person.faults).toEqual([]);
  });
});
