import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Page, Route } from 'playwright-core';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import type { ApiClient } from '../support/api-client.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';

const HTML = { status: 200, contentType: 'text/html', body: '<h1>It works!</h1>' };

/** Replies in the place of an answer, and the text that people read then. */
const ANSWERS: [string, (route: Route) => Promise<void>, string][] = [
  ['500', (route) => route.fulfill({ status: 500, body: '' }), 'The server failed. Try again in a moment.'],
  ['502 of a proxy', (route) => route.fulfill({ ...HTML, status: 502 }), 'The server failed. Try again in a moment.'],
  ['nothing', (route) => route.abort('connectionreset'), 'The server cannot be reached.'],
  ['a page of somebody else', (route) => route.fulfill(HTML), "The server's answer could not be read."],
];

describe('what goes wrong around a form or a list', () => {
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let base: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const browser = await openBrowser();
    stack = await TestStack.start({ runners: 0, dispatchers: 0 });
    client = await stack.admin();
    project = await createProject(client, 'https://git.example/site.git');
    base = `/project/${project.id}`;
    person = await openPage(browser, stack.address);
    page = person.page;
    await signIn(page);
    close = async () => {
      await browser.close();
      await stack.close();
    };
  });

  afterAll(() => close());

  const keys = (): Promise<{ name: string }[]> => client.call('GET', `${base}/keys`);
  const count = async (name: string): Promise<number> => (await keys()).filter((key) => key.name === name).length;

  it.each(ANSWERS)('should show that a list got %s, and load it by Retry', async (_, answer, text) => {
    await page.goto(`${base}/team`);
    await page.getByRole('heading', { name: 'Team' }).waitFor();
    await page.route(`**/api${base}/repositories`, answer);
    await page.getByRole('link', { name: 'Repositories' }).click();
    await page.getByText('This could not be loaded').waitFor();
    await page.getByText(text).waitFor();
    await page.unroute(`**/api${base}/repositories`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Playbooks', { exact: true }).waitFor();
  });

  it.each(ANSWERS)(
    'should keep a form whose save got %s, and store it once by the next try',
    async (name, answer, text) => {
      const dialog = page.getByRole('dialog');
      await page.goto(`${base}/keys`);
      await page.getByRole('button', { name: 'New key' }).click();
      await dialog.getByLabel('Name').fill(`Key of ${name}`);
      await dialog.getByRole('combobox', { name: 'Type' }).click();
      await page.locator('.ant-select-dropdown:visible').getByText('None', { exact: true }).click();
      await page.route(`**/api${base}/keys`, answer);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText(text).waitFor();
      await page.unroute(`**/api${base}/keys`);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await count(`Key of ${name}`)).toBe(1);
    },
  );

  it('should find its own change stored when the answer to a save was lost', async () => {
    const dialog = page.getByRole('dialog');
    await page.goto(`${base}/keys`);
    await page.getByRole('button', { name: 'No key', exact: true }).click();
    await dialog.getByLabel('Name').fill('Renamed');
    await page.route(`**/api${base}/keys/*`, async (route) => {
      if (route.request().method() === 'PUT') {
        await route.fetch();
        await route.abort('connectionreset');
      } else {
        await route.continue();
      }
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The server cannot be reached.').waitFor();
    expect(await count('Renamed')).toBe(1);
    await page.unroute(`**/api${base}/keys/*`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await count('Renamed')).toBe(1);
  });

  it('should offer a refresh where code is refused, with what is typed kept', async () => {
    const dialog = page.getByRole('dialog', { name: 'New repository' });
    const missing = page.getByRole('dialog', { name: 'This part could not be loaded' });
    page.once('dialog', (question) => void question.accept());
    await page.goto(`${base}/repositories`);
    await page.getByRole('button', { name: 'New repository' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before');
    await dialog.getByRole('combobox', { name: 'Access key' }).click();
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'Not Found' }));
    await page.getByRole('button', { name: 'New key' }).last().click();
    await missing.waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Typed before');
    expect(await lookFaults(page, 'code-missing')).toEqual([]);
    await page.unroute('**/assets/*.js');
    await missing.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The page was left before this form was saved.').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Typed before');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('should keep the frame where the code of a page is refused, and show the page after a refresh', async () => {
    await page.goto(`${base}/history`);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'Not Found' }));
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
    person.faults.length = 0;
  });

  it('should draw no frame before the code of the log that the address opens is there', async () => {
    const template = await createTemplate(client, project, { name: 'Opened' });
    const task = await runTask(client, project, template);
    let letCode = (): void => undefined;
    const mayCome = new Promise<void>((resolve) => (letCode = resolve));
    const log = '**/assets/task-log-dialog-*.js';
    await page.route(log, (route) => mayCome.then(() => route.continue()));
    const asked = page.waitForRequest(log);
    const answers = ['/user', '/projects*', `${base}/role`].map((path) => page.waitForResponse(`**/api${path}`));
    await page.goto(`${base}/history?t=${task}`, { waitUntil: 'commit' });
    await Promise.all([asked, ...answers.map(async (answer) => (await answer).finished())]);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));
    expect(await page.locator('.sy-shell').count()).toBe(0);
    letCode();
    await page.getByRole('dialog').waitFor();
    await page.locator('.sy-shell').waitFor();
    await page.unroute(log);
  });

  it('should name the deploy template before the build template it stands on is deleted', async () => {
    const template = {
      project_id: project.id,
      app: 'bash',
      playbook: 'run.sh',
      repository_id: project.repositoryId,
      inventory_id: project.inventoryId,
    };
    const build = await client.create(`${base}/templates`, {
      ...template,
      name: 'Build image',
      type: 'build',
      start_version: '1.0',
    });
    await client.create(`${base}/templates`, {
      ...template,
      name: 'Roll out',
      type: 'deploy',
      build_template_id: build,
    });
    await page.goto(`${base}/templates/${build}/tasks`);
    await page.getByRole('button', { name: 'Delete template' }).click();
    await page.getByText('Roll out deploys what this template builds.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('should offer the files that templates of the repository run already', async () => {
    const dialog = page.getByRole('dialog');
    await page.goto(`${base}/templates/new/edit?app=bash`);
    const file = dialog.getByRole('combobox', { name: 'Script file' });
    await file.click();
    await page.locator('.ant-select-dropdown:visible').getByTitle('run.sh').click();
    expect(await file.inputValue()).toBe('run.sh');
    expect(await lookFaults(page, 'template-file')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('should make a key pair and give its public key to copy', async () => {
    const dialog = page.getByRole('dialog');
    await page.goto(`${base}/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog.getByLabel('Name').fill('Deploy key');
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('SSH key', { exact: true }).click();
    await dialog.getByText('Make a new pair').click();
    await picture(page, 'key-generate');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('dialog', { name: 'Public key of Deploy key' })
      .getByText(/^ssh-ed25519 AAAA/)
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'key-public');
    await page.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(/^SHA256:/).waitFor();
    await picture(page, 'keys-fingerprint');
  });

  it('should show a chart of nothing as words', async () => {
    await page.goto(`${base}/stats`);
    await page.getByText('No tasks ended').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'stats-empty');
  });

  it('should lead away from a view that was deleted while somebody looked at it', async () => {
    const view = await client.create(`${base}/views`, { project_id: project.id, title: 'Nightly', position: 0 });
    await client.create(`${base}/templates`, {
      project_id: project.id,
      name: 'Backup',
      app: 'bash',
      playbook: 'run.sh',
      repository_id: project.repositoryId,
      inventory_id: project.inventoryId,
      view_id: view,
    });
    await page.goto(`${base}/views/${view}/templates`);
    await page.getByRole('link', { name: 'Backup' }).waitFor();
    await client.call('DELETE', `${base}/views/${view}`);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByText('This view does not exist').waitFor();
    await page.getByRole('button', { name: 'Show all templates' }).click();
    await page.getByRole('link', { name: 'Backup' }).waitFor();
    await eventually(() => expect(new URL(page.url()).pathname).toBe(`${base}/templates`));
    expect(person.faults).toEqual([]);
  });
});
