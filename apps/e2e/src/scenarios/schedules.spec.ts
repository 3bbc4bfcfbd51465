import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Schedule, Task } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { inDatabase } from '../support/database.js';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { layoutFaults } from '../support/layout-faults.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

/** Choices in each mode, and the expression that is stored. */
const MODES: readonly [mode: string, picks: readonly [field: string, option: string][], cron: string][] = [
  ['Hourly', [['Minutes', '30']], '0,30 * * * *'],
  ['Daily', [['Hours', '06']], '0 4,6 * * *'],
  ['Weekly', [['Days of the week', 'Fri']], '0 4 * * 1,5'],
  ['Monthly', [['Days of the month', '3']], '0 4 1,3 * *'],
  ['Yearly', [['Months', 'Jun']], '0 4 1 1,6 *'],
];

describe('schedules', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let template: number;
  let page: Page;

  beforeAll(async () => {
    const settings = { SWITCHYARD_SCHEDULE_TIMEZONE: 'Asia/Kolkata' };
    place = await openConsoleWorkplace({ 'run.sh': 'echo "scheduled"\n' }, { stack: { settings } });
    ({ client, project, person, page } = place);
    template = await createTemplate(client, project, { name: 'Nightly build' });
  });
  afterAll(() => place.close());

  const dialog = (): Locator => page.getByRole('dialog');
  const option = (text: string): Locator =>
    page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true });
  const stored = () => client.call<Schedule[]>('GET', `/project/${project.id}/schedules`);
  async function choose(field: string, text: string): Promise<void> {
    const box = dialog().getByRole('combobox', { name: field, exact: true });
    await box.click();
    await option(text).click();
    await dialog().getByText('New schedule', { exact: true }).click();
  }
  async function create(name: string): Promise<void> {
    await page.getByRole('button', { name: 'New schedule' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill(name);
  }
  async function save(): Promise<void> {
    await dialog()
      .getByRole('button', { name: /^(Create|Save)$/ })
      .click();
    await dialog().waitFor({ state: 'hidden' });
  }

  it('should be made in each mode, with the next runs shown while they are chosen', async () => {
    await page.goto(`/project/${project.id}/templates`);
    await page.getByRole('link', { name: 'Schedules' }).click();
    await page.getByText('No schedules yet').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    for (const [mode, picks, cron] of MODES) {
      await create(`Runs ${mode}`);
      await choose('Runs', mode);
      for (const [field, text] of picks) {
        await choose(field, text);
      }
      await dialog().getByRole('region', { name: 'Next runs' }).locator('li').nth(4).waitFor();
      await dialog().getByText('Asia/Kolkata', { exact: false }).first().waitFor();
      await picture(page, `20-schedule-${mode.toLowerCase()}`);
      await save();
      expect((await stored()).find(({ name }) => name === `Runs ${mode}`)?.cron_format).toBe(cron);
      await page
        .getByRole('row', { name: `Runs ${mode}` })
        .getByText(cron, { exact: true })
        .waitFor();
    }
    expect(await axeFaults(page)).toEqual([]);
  });

  it('should name what is wrong with an expression while it is typed, and read back what was stored', async () => {
    await create('Raw');
    await choose('Runs', 'Cron expression');
    const cron = dialog().getByLabel('Cron expression', { exact: true });
    await cron.fill('0 0 30 2 *');
    await dialog().getByText('Cron: names a date that never comes').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await cron.fill('0 4 L * *');
    await dialog().getByRole('region', { name: 'Next runs' }).locator('li').nth(4).waitFor();
    await save();
    await page.getByRole('button', { name: 'Runs Weekly', exact: true }).click();
    await dialog().getByText('Fri', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('should ask once before it starts a task every minute, and find a zone by its present name', async () => {
    await create('Often');
    await choose('Runs', 'Cron expression');
    await dialog().getByLabel('Cron expression', { exact: true }).fill('* * * * *');
    const zone = dialog().getByRole('combobox', { name: 'Time zone' });
    await zone.fill('kyiv');
    await option('Europe/Kyiv').click();
    await dialog().getByRole('button', { name: 'Create' }).click();
    const question = dialog().filter({ hasText: 'Run every minute?' });
    await question.waitFor();
    expect(await lookFaults(page, 'schedule-every-minute')).toEqual([]);
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect((await stored()).some(({ name }) => name === 'Often')).toBe(false);
    await dialog().getByRole('button', { name: 'Create' }).click();
    await question.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('row', { name: 'Often' }).getByText('Every minute').waitFor();
    const often = (await stored()).find(({ name }) => name === 'Often');
    expect(often).toMatchObject({ cron_format: '* * * * *', timezone: 'Europe/Kyiv' });
    await client.call('DELETE', `/project/${project.id}/schedules/${often?.id}`);
  });

  it('should keep the reason of a pause when it is edited', async () => {
    const row = page.getByRole('row', { name: 'Runs Monthly' });
    await row.getByRole('switch').click();
    await dialog().getByLabel('Reason').fill('holidays');
    await dialog().getByRole('button', { name: 'Pause schedule' }).click();
    await row.getByText('Paused: holidays').waitFor();
    await page.getByRole('button', { name: 'Runs Monthly', exact: true }).click();
    await dialog().getByLabel('Name', { exact: true }).fill('Monthly report');
    await save();
    await page.getByRole('row', { name: 'Monthly report' }).getByText('Paused: holidays').waitFor();
  });

  it('should fire, so that its task is seen live', async () => {
    await client.create(`/project/${project.id}/schedules`, {
      name: 'Soon',
      template_id: template,
      active: true,
      type: 'run_at',
      run_at: new Date(Date.now() + 4_000).toISOString(),
    });
    await page.reload();
    const row = page.getByRole('row', { name: /Soon/ });
    const show = page.getByRole('button', { name: 'Show the last tasks of Soon' });
    await show.waitFor();
    await show.click();
    await page.getByText('Success', { exact: true }).first().waitFor();
    for (const width of [1000, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layoutFaults(page)).toEqual([]);
    }
    expect(await row.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    await picture(page, '20-schedules-light');
    await page.goto(`/project/${project.id}/history`);
    await page.getByRole('row').getByRole('link', { name: 'Soon' }).first().waitFor();
  });

  it('should start a task at each push, with a branch chosen from those that a runner lists', async () => {
    await place.repository.commit({ 'run.sh': 'echo "from the branch"\n' }, { branch: 'release' });
    await page.goto(`/project/${project.id}/templates/${template}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const branch = dialog().getByRole('combobox', { name: 'Branch', exact: true });
    await branch.click();
    await option('main').waitFor();
    await picture(page, '20-branches');
    await option('release').click();
    await dialog().getByRole('checkbox', { name: 'Run at new commits' }).check();
    await dialog().getByText('Playbooks', { exact: true }).nth(1).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '20-template-commits');
    await save();
    expect(await commitsOf(1)).toEqual([place.repository.head]);
    const pushed = await place.repository.commit({ 'run.sh': 'echo "pushed"\n' }, { branch: 'release' });
    expect(await commitsOf(2)).toEqual([place.repository.head, expect.any(String)]);
    expect(pushed).toBe(place.repository.head);
    await page.goto(`/project/${project.id}/schedule`);
    await page.getByText('At new commits, checked every minute').waitFor();
    await picture(page, '20-schedules-commits');
  });

  it('should test the connection to a repository through a runner', async () => {
    await page.goto(`/project/${project.id}/repositories`);
    await page.getByRole('button', { name: 'Playbooks', exact: true }).click();
    const test = dialog().getByRole('button', { name: 'Test connection' });
    await test.click();
    await dialog()
      .getByText(/^Connected: \d branch/)
      .waitFor();
    expect(await lookFaults(page, 'repository-connection')).toEqual([]);
    const branch = dialog().getByRole('combobox', { name: 'Branch', exact: true });
    await branch.fill('absent');
    await dialog().getByText('The repository has no branch or tag "absent"').waitFor();
    await place.repository.git('tag', 'v1');
    await branch.fill('v1');
    await dialog().getByText('Connected: "v1" is a tag, and tasks check it out.').waitFor();
    expect(await lookFaults(page, 'repository-tag')).toEqual([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
  });

  /** The commits of the tasks of the schedule that looks for some, the newest first, once it has so many. */
  async function commitsOf(count: number): Promise<(string | null)[]> {
    const [schedule] = (await stored()).filter(({ repository_id: id }) => id !== null);
    await lookNow(schedule as Schedule);
    const path = `/project/${project.id}/tasks?schedule_id=${schedule?.id}`;
    let tasks: Task[] = [];
    await eventually(async () => {
      tasks = await client.call<Task[]>('GET', path);
      return tasks.length === count && tasks.every(({ commit_hash: commit }) => commit !== null);
    });
    return tasks.map(({ commit_hash: commit }) => commit);
  }

  /** Has a schedule due at once: its due time is moved, and a save that changes nothing wakes the dispatchers. */
  async function lookNow(schedule: Schedule): Promise<void> {
    await inDatabase(place.stack.postgres.url, 'update schedule set next_due = now() where id = $1', [schedule.id]);
    await client.call('PUT', `/project/${project.id}/schedules/${schedule.id}`, schedule);
  }

  it('should be paused with a reason, and fit a dark and a narrow screen', async () => {
    await page.goto(`/project/${project.id}/schedule`);
    await page.getByRole('switch', { name: 'Runs Daily is active' }).click();
    await dialog().getByLabel('Reason').fill('Moving house');
    await dialog().getByRole('button', { name: 'Pause schedule' }).click();
    await page.getByText('Paused: Moving house').waitFor();
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '20-schedules-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText('Paused: Moving house').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '20-schedules-narrow');
    await create('Narrow');
    await dialog().getByRole('region', { name: 'Next runs' }).locator('li').nth(4).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '20-schedule-narrow');
    expect(person.faults).toEqual([]);
  });
});
