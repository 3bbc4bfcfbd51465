import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Template } from '@switchyard/contracts';
import type { Locator, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { signIn } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

/** Typed into every field of a secret. */
const SECRET = 'never-written-7f3a';

describe('what is typed into a form and not saved', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let page: Page;
  let base: string;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { shared: true });
    ({ client, project, page } = place);
    base = `/project/${project.id}`;
    page.on('dialog', (dialog) => void dialog.accept());
  });

  afterAll(() => place.close());

  const form = (): Locator => page.getByRole('dialog').first();
  const name = (): Locator => form().getByRole('textbox', { name: 'Name', exact: true });
  const storage = (): Promise<string> =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
  const kept = (text: string): Promise<unknown> =>
    page.waitForFunction((wanted) => Object.values(localStorage).some((value) => String(value).includes(wanted)), text);

  async function newKey(): Promise<void> {
    await page.goto(`${base}/keys`);
    await page.getByRole('button', { name: 'New key' }).first().click();
    await name().waitFor();
  }

  it('should be there after a reload, with the reason and without secrets, until it is discarded', async () => {
    await newKey();
    await name().fill('Deploy key');
    await form().getByLabel('Type').click();
    await page.getByText('Login with password', { exact: true }).last().click();
    await form().getByLabel('Username').fill('ada');
    await form().getByLabel('Password', { exact: true }).fill(SECRET);
    await kept('Deploy key');
    expect(await storage()).not.toContain(SECRET);
    await page.reload();
    await form().getByText('The page was left before this form was saved.').waitFor();
    expect(await name().inputValue()).toBe('Deploy key');
    expect(await form().getByLabel('Username').inputValue()).toBe('ada');
    expect(await form().getByLabel('Password', { exact: true }).inputValue()).toBe('');
    expect(await storage()).not.toContain(SECRET);
    expect(await lookFaults(page, 'draft')).toEqual([]);
    await form().getByRole('button', { name: 'Discard' }).click();
    expect(await name().inputValue()).toBe('');
    expect(await storage()).not.toContain('Deploy key');
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('open=');
  });

  it('should keep a question that is not in its template yet, without the default answer of a secret', async () => {
    const id = await createTemplate(client, project, { name: 'Questions' });
    const question = page.getByRole('dialog', { name: 'Add variable' });
    const title = question.getByRole('textbox', { name: 'Title' });
    await page.goto(`${base}/templates/${id}?open=edit`);
    await page.getByRole('button', { name: 'Add variable' }).click();
    await title.fill('City of birth');
    await question.getByLabel('Type').click();
    await page.getByTitle('Secret', { exact: true }).last().click();
    await question.getByLabel('Default value').fill(SECRET);
    await kept('City of birth');
    expect(await storage()).not.toContain(SECRET);
    await page.reload();
    await page.getByRole('button', { name: 'Add variable' }).click();
    await question.getByText('The page was left before this form was saved.').waitFor();
    expect(await title.inputValue()).toBe('City of birth');
    await question.getByRole('button', { name: 'Discard' }).click();
    expect(await storage()).not.toContain('City of birth');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
  });

  it('should be there in another tab after one that ended without a word, and gone once saved', async () => {
    const id = await createTemplate(client, project, { name: 'Storefront' });
    const path = `${base}/templates/${id}`;
    const other = await page.context().newPage();
    await other.goto(`${path}?open=edit`);
    const field = other.getByRole('dialog').first().getByRole('textbox', { name: 'Name', exact: true });
    await field.fill('Shop front');
    await other.waitForFunction(() =>
      Object.values(localStorage).some((value) => String(value).includes('Shop front')),
    );
    await other.goto('chrome://crash').catch(() => undefined);
    await other.close();
    await page.goto(path);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await form().getByText('The browser tab ended before this form was saved.').waitFor();
    expect(await name().inputValue()).toBe('Shop front');
    await form().getByRole('button', { name: 'Save', exact: true }).click();
    await form().waitFor({ state: 'hidden' });
    expect((await client.call<Template>('GET', path)).name).toBe('Shop front');
    expect(await storage()).not.toContain('Shop front');
  });

  it('should be the name of a project that is restored, and neither its file nor its passphrase', async () => {
    const field = page.getByLabel('Project name');
    await page.goto('/project/restore');
    const sealed = { meta: { name: 'Old shop' }, sealed: { text: 'abc' } };
    const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(sealed)) };
    await page.getByLabel('Backup file').setInputFiles(file);
    await field.fill('Shop of yesterday');
    await kept('Shop of yesterday');
    expect(await storage()).not.toContain('Old shop');
    await page.reload();
    await page.getByText('The page was left before this form was saved.').waitFor();
    expect(await field.inputValue()).toBe('Shop of yesterday');
    expect(await lookFaults(page, 'draft-restore')).toEqual([]);
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await field.inputValue()).toBe('');
    expect(await storage()).not.toContain('Shop of yesterday');
  });

  it('should meet what somebody else saved before it came back', async () => {
    const id = await createTemplate(client, project, { name: 'Backup' });
    const path = `${base}/templates/${id}`;
    await page.goto(`${path}?open=edit`);
    await name().fill('Mine');
    await kept('Mine');
    const stored = await client.call<Template>('GET', path);
    await client.call('PUT', path, { ...stored, name: 'Theirs', description: 'Written meanwhile' });
    await page.reload();
    await form().getByText('The page was left before this form was saved.').waitFor();
    expect(await form().getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Written meanwhile');
    await form().getByRole('button', { name: 'Save', exact: true }).click();
    const note = page.getByRole('region', { name: 'What somebody else saved' });
    await note.getByText('Theirs', { exact: true }).waitFor();
    await form().getByRole('button', { name: 'Save', exact: true }).click();
    await form().waitFor({ state: 'hidden' });
    expect(await client.call('GET', path)).toMatchObject({ name: 'Mine', description: 'Written meanwhile' });
  });

  it('should be there after the session ended and the person signed in again', async () => {
    await newKey();
    await name().fill('After the session');
    await kept('After the session');
    await page.context().clearCookies();
    await form().getByLabel('Type').click();
    await page.getByText('None', { exact: true }).last().click();
    await form().getByRole('button', { name: 'Create', exact: true }).click();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.getByRole('button', { name: 'Close' }).first().click();
    await page.waitForURL('**/auth/login');
    await signIn(page);
    await form().getByText('Your session ended before this form was saved.').waitFor();
    expect(await name().inputValue()).toBe('After the session');
    await form().getByRole('button', { name: 'Cancel' }).click();
    await form().waitFor({ state: 'hidden' });
    expect(await storage()).not.toContain('After the session');
  });

  it('should come back in a run, whose secret answers are never kept, and not when going back to the page', async () => {
    const question = { description: '', required: false, values: [], default_value: '' };
    const id = await createTemplate(client, project, {
      name: 'Ask',
      survey_vars: [
        { ...question, name: 'place', title: 'Place', type: '' },
        { ...question, name: 'pin', title: 'Pin', type: 'secret' },
      ],
    });
    await page.goto(`${base}/templates`);
    await page.getByRole('button', { name: 'Run Ask' }).click();
    await form().getByLabel('Place').fill('Oslo');
    await form().getByLabel('Pin').fill(SECRET);
    await kept('Oslo');
    expect(await storage()).not.toContain(SECRET);
    await page.reload();
    await form().getByLabel('Place').waitFor();
    expect(await form().getByLabel('Place').inputValue()).toBe('Oslo');
    await form().getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/[?&]t=\d+/);
    await page.getByRole('log').waitFor();
    await page.getByRole('dialog', { name: 'Run: Ask' }).waitFor({ state: 'detached' });
    await page.getByRole('log').getByText('run.sh').first().waitFor();
    await page.goBack();
    await page.waitForURL((url) => url.pathname === `${base}/templates` && url.search === '');
    await page.getByRole('button', { name: 'Run Ask' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await storage()).not.toContain('Oslo');
    expect(id).toBeGreaterThan(0);
  });

  it('should be kept of the settings of a project, and forgotten at a sign-out', async () => {
    await page.goto(`${base}/settings`);
    const title = page.getByRole('textbox', { name: 'Project name' });
    await title.fill('Half a name');
    await kept('Half a name');
    await page.reload();
    await page.getByText('The page was left before this form was saved.').waitFor();
    expect(await title.inputValue()).toBe('Half a name');
    await page.getByRole('button', { name: 'Administrator', exact: true }).click();
    await page.getByText('Sign out', { exact: true }).click();
    await page.waitForURL('**/auth/login');
    expect(await storage()).not.toContain('Half a name');
    await signIn(page);
  });

  it('should never hold what is typed into a field of a secret', async () => {
    for (const [path, button] of [
      ['keys', 'New key'],
      ['environment', 'New group'],
      ['settings', 'New channel'],
      ['/users', 'New user'],
    ] as const) {
      await page.goto(path.startsWith('/') ? path : `${base}/${path}`);
      await page.getByRole('button', { name: button }).first().click();
      await name().fill(`Draft of ${path}`);
      if (path === 'environment') {
        await form().getByRole('button', { name: 'Add secret' }).click();
      }
      if (path === 'settings') {
        await form().getByLabel('Type').click();
        await page.getByText('Slack', { exact: true }).last().click();
        await form().getByRole('textbox', { name: 'Address' }).fill(`https://hooks.slack.com/services/${SECRET}`);
      }
      for (const field of await form().locator('input[type=password]').all()) {
        await field.fill(SECRET);
      }
      await kept(`Draft of ${path}`);
      expect(await storage()).not.toContain(SECRET);
      await form().getByRole('button', { name: 'Cancel' }).click();
      await form().waitFor({ state: 'hidden' });
    }
  });
});
