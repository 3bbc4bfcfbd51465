import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Runner } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person } from '../support/browser.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { inDatabase } from '../support/database.js';
import { createRunner, onlineRunner } from '../support/runners.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('a runners page that stays open', () => {
  let place: ConsoleWorkplace;
  let stack: TestStack;
  let client: ApiClient;
  let person: Person;
  let page: Page;
  let project: TestProject;
  let runner: Runner;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'echo done' });
    ({ stack, client, person, page, project } = place);
    runner = await onlineRunner(client);
  });

  afterAll(() => place.close());

  const dialog = () => page.getByRole('dialog');
  const row = (name: string): Locator => page.getByRole('row', { name: new RegExp(name) });
  const create = (path: string, more: object): Promise<number> => createRunner(client, path, more);

  /** Sets how long the runner has been silent, so that nobody has to wait for it. */
  async function beSilent(seconds: number): Promise<void> {
    await inDatabase(
      stack.postgres.url,
      `update runner set touched = now() - make_interval(secs => $2),
         instance_seen = now() - make_interval(secs => $2) where id = $1`,
      [runner.id, seconds],
    );
  }

  it('should show without a reload that a runner fell silent, came back and is gone', async () => {
    await page.goto('/runners');
    await row(runner.name).getByText('Online', { exact: true }).waitFor();
    await stack.runners[0]?.kill();
    await beSilent(36);
    await row(runner.name).getByText('Degraded', { exact: true }).waitFor();
    await beSilent(46);
    await row(runner.name).getByText('Away', { exact: true }).waitFor();
    stack.runners[0]?.start();
    await row(runner.name).getByText('Online', { exact: true }).waitFor();
    const id = await create('', { name: 'short-lived' });
    await row('short-lived').waitFor();
    await client.call('DELETE', `/runners/${id}`);
    await row('short-lived').waitFor({ state: 'detached' });
  });

  it('should show which tags waiting tasks need that no runner offers', async () => {
    const wanting = await createTemplate(client, project, { name: 'Wanting', runner_tag: 'windows' });
    const task = await runTask(client, project, wanting);
    await page.getByText('needs tag windows').waitFor();
    await page.goto(`/project/${project.id}/templates`);
    const openRunners = page.getByRole('tooltip').getByRole('link', { name: 'Open runners' });
    await eventually(async () => {
      // A row that is drawn again below a still pointer shows no tooltip.
      await page.mouse.move(0, 0);
      await row('Wanting').getByText('Waiting', { exact: true }).hover();
      await openRunners.click({ timeout: 10_000 });
    });
    await page.getByText('needs tag windows').waitFor();
    expect([new URL(page.url()).pathname, await axeFaults(page)]).toEqual(['/runners', []]);
    await page.goto(`/project/${project.id}/templates?t=${task}`);
    await dialog().getByRole('button', { name: 'Open runners' }).click();
    await page.getByText('needs tag windows').waitFor();
    await page.goto(`/project/${project.id}/runners`);
    await page.getByText('needs tag windows').waitFor();
    await page.getByText('No runners yet').waitFor();
    await create(`/project/${project.id}`, { name: 'other', tags: ['other'] });
    await row('other').waitFor();
    await page.getByText('needs tag windows').waitFor();
    await client.call('POST', `/project/${project.id}/tasks/${task}/stop`, { force: true });
    await page.getByText('needs tag windows').waitFor({ state: 'detached' });
    expect(person.faults).toEqual([]);
  });
});
