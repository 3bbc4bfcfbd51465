import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment, Inventory, Template } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { Locator, Page, Route } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { axeFaults, type Person, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { lookFaults } from '../support/looks.js';
import { ADMIN } from '../support/stack.js';
import { createTemplate, type TestProject } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

describe('forms of stored resources', () => {
  let place: ConsoleWorkplace;
  let client: ApiClient;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let base: string;
  let path: string;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'true\n' }, { shared: true });
    ({ client, project, person, page } = place);
    base = `/project/${project.id}`;
    const id = await createTemplate(client, project, { name: 'Deploy storefront' });
    path = `${base}/templates/${id}`;
  });

  afterAll(() => place.close());

  const form = (): Locator => page.getByRole('dialog').first();
  const field = (name: string): Locator => form().getByRole('textbox', { name, exact: true });
  const branch = (): Locator => form().getByRole('combobox', { name: 'Branch', exact: true });
  const save = (): Promise<void> => form().getByRole('button', { name: 'Save', exact: true }).click();
  const stored = (): Promise<Template> => client.call<Template>('GET', path);

  async function edit(): Promise<void> {
    await page.goto(path);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await field('Name').waitFor();
  }

  it('should show what somebody else saved meanwhile, keep what was typed, and store what is chosen', async () => {
    await edit();
    await field('Name').fill('Deploy shop');
    await branch().fill('mine');
    const before = await stored();
    await client.call('PUT', path, { ...before, git_branch: 'theirs', description: 'Written by somebody else' });
    await save();
    const note = page.getByRole('region', { name: 'What somebody else saved' });
    await note.getByText('theirs', { exact: true }).waitFor();
    await note.getByText('mine', { exact: true }).waitFor();
    expect(await field('Name').inputValue()).toBe('Deploy shop');
    expect(await branch().inputValue()).toBe('mine');
    expect(await field('Description').inputValue()).toBe('Written by somebody else');
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'forms-conflict-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'forms-conflict-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'forms-conflict-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await note.getByRole('button', { name: 'Use the saved Branch' }).click();
    expect(await branch().inputValue()).toBe('theirs');
    await note.getByRole('button', { name: 'Keep my Branch' }).click();
    await save();
    await form().waitFor({ state: 'hidden' });
    expect(await stored()).toMatchObject({
      name: 'Deploy shop',
      git_branch: 'mine',
      description: 'Written by somebody else',
    });
  });

  it('should save what was stored without a key or a name, though a new one needs them', async () => {
    const hosts = { project_id: project.id, name: 'Bare hosts', type: 'static', inventory: 'web-01', ssh_key_id: null };
    const inventory = await client.create(`${base}/inventory`, hosts);
    await page.goto(`${base}/inventory?open=${inventory}`);
    await field('Name').fill('Hosts');
    await save();
    await form().waitFor({ state: 'hidden' });
    expect(await client.call('GET', `${base}/inventory/${inventory}`)).toMatchObject({
      name: 'Hosts',
      ssh_key_id: null,
    });
    const { id: template_id } = await stored();
    const timing = { cron_format: '0 3 * * *', active: false };
    const schedule = await client.create(`${base}/schedules`, { project_id: project.id, template_id, ...timing });
    await page.goto(`${base}/schedule`);
    await page.getByRole('button', { name: 'Deploy shop', exact: true }).click();
    await form().getByLabel('Active').check();
    await save();
    await form().waitFor({ state: 'hidden' });
    expect(await client.call('GET', `${base}/schedules/${schedule}`)).toMatchObject({ name: '', active: true });
  });

  it('should meet the settings of a project in the same way, also after a save of its own', async () => {
    await page.goto(`${base}/settings`);
    const name = page.getByRole('textbox', { name: 'Project name' });
    const press = (): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
    await name.fill('First');
    await press();
    await page.getByText('First', { exact: true }).first().waitFor();
    await client.call('PUT', base, { id: project.id, name: 'Theirs', alert: false, max_parallel_tasks: 3 });
    await name.fill('Mine');
    await press();
    const note = page.getByRole('region', { name: 'What somebody else saved' });
    await note.getByText('Theirs', { exact: true }).waitFor();
    expect(await name.inputValue()).toBe('Mine');
    await press();
    await note.waitFor({ state: 'hidden' });
    expect(await client.call('GET', base)).toMatchObject({ name: 'Mine', max_parallel_tasks: 3 });
  });

  it('should ask before Escape, the cross or Back throws away what was typed', async () => {
    await page.goto(`${base}/templates`);
    await page.getByRole('link', { name: 'Deploy shop' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await field('Name').fill('Half written');
    const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    await form().getByRole('button', { name: 'Close' }).first().click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await field('Name').inputValue()).toBe('Half written');
    await page.evaluate(() => window.history.back());
    await question.waitFor();
    await picture(page, 'forms-discard-light');
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL(`**${base}/templates`);
    await edit();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'hidden' });
  });

  it('should keep what was typed when the session ends, and save it after a sign-in over the page', async () => {
    await edit();
    await field('Name').fill('Typed before the end');
    await page.context().clearCookies();
    await save();
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await over.getByLabel('Username or email').waitFor();
    expect(await lookFaults(page, 'session-ended')).toEqual([]);
    await over.getByLabel('Username or email').fill(ADMIN.login);
    await over.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await over.getByRole('button', { name: 'Sign in', exact: true }).click();
    await over.waitFor({ state: 'hidden' });
    await form().waitFor({ state: 'hidden' });
    expect((await stored()).name).toBe('Typed before the end');
  });

  it('should name the end of the session on the sign-in page where nothing was typed', async () => {
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByText('Your session has ended.', { exact: false }).waitFor();
    expect(await lookFaults(page, 'session-ended-page')).toEqual([]);
    await signIn(page);
  });

  const faults: [string, (route: Route) => Promise<void>, RegExp][] = [
    ['500', (route) => route.fulfill({ status: 500, body: '' }), /server/i],
    [
      '502 with a page of a proxy',
      (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway</html>' }),
      /server/i,
    ],
    ['a page in place of an answer', (route) => route.fulfill({ status: 200, body: '<html>Hello</html>' }), /.+/],
    ['a connection that is lost in the middle', (route) => route.abort('connectionreset'), /.+/],
  ];

  it.each(faults)('should keep what was typed after %s, and save it later', async (name, fault, words) => {
    await edit();
    const title = `Deploy after ${name}`;
    await field('Name').fill(title);
    await page.route(`**${path.replace('/project', '/api/project')}`, (route) =>
      route.request().method() === 'PUT' ? fault(route) : route.fallback(),
    );
    await save();
    await form().getByRole('alert').filter({ hasText: words }).first().waitFor();
    expect(await field('Name').inputValue()).toBe(title);
    await page.unrouteAll({ behavior: 'wait' });
    await save();
    await form().waitFor({ state: 'hidden' });
    expect((await stored()).name).toBe(title);
  });

  it('should mark the bad line of a table alone, and the place of a fault in JSON', async () => {
    await page.goto(`${base}/environment`);
    await page.getByRole('button', { name: 'New group' }).first().click();
    await field('Name').fill('Production');
    const table = form().getByRole('group', { name: 'Extra variables' });
    for (const [name, value] of [
      ['region', 'eu-north'],
      ['replicas', '[6'],
    ] as const) {
      await table.getByRole('button', { name: 'Add variable' }).click();
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(value);
    }
    await form().getByRole('button', { name: 'Create' }).click();
    await form().getByText('Invalid JSON at column 3', { exact: false }).waitFor();
    await table.getByText('text', { exact: true }).waitFor();
    expect(await form().locator('.ant-input-status-error').count()).toBe(1);
    await picture(page, 'forms-variables-light');
    await form().getByRole('textbox', { name: 'Value of replicas' }).fill('6');
    await table.getByText('number', { exact: true }).waitFor();
    await form().getByText('JSON', { exact: true }).click();
    const editor = form().getByRole('textbox', { name: 'Extra variables as JSON' });
    await editor.fill('{\n  "region": "eu-north",\n  "replicas": six\n}');
    await form().locator('.cm-lintRange-error').waitFor();
    await form().getByRole('button', { name: 'Create' }).click();
    await form().getByText('Is not valid JSON at line 3, column 15').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'forms-json-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, 'forms-json-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await editor.fill('{"region": "eu-north", "replicas": 6}');
    await editor.press('Tab');
    await eventually(async () => expect(await editor.evaluate((e) => e.contains(document.activeElement))).toBe(false));
    await form().getByRole('button', { name: 'Create' }).click();
    await form().waitFor({ state: 'hidden' });
    const groups = await client.call<Environment[]>('GET', `${base}/environment`);
    expect(groups.map(({ json }) => json)).toContain('{"region": "eu-north", "replicas": 6}');
  });

  it('should say whether the passphrase opens the key, before it is saved', async () => {
    const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' } as const;
    const key = generateKeyPairSync('ed25519').privateKey.export(encrypted).toString();
    await page.goto(`${base}/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await field('Name').fill('Sealed');
    await form().getByRole('combobox', { name: 'Type' }).click();
    await page.getByTitle('SSH key').click();
    await field('Private key').fill(key);
    await form().getByText('This key is encrypted. Enter its passphrase.').waitFor();
    await field('Passphrase').fill('open says me');
    await form().getByText('The passphrase does not open this key.').waitFor();
    expect(await lookFaults(page, 'key-passphrase')).toEqual([]);
    await field('Passphrase').fill('open sesame');
    await form().getByText('The passphrase opens the key.').waitFor();
    await form().getByRole('button', { name: 'Create' }).click();
    await form().waitFor({ state: 'hidden' });
  });

  it('should take places in a vault for a key and a secret, and show them again', async () => {
    await page.goto(`${base}/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await field('Name').fill('Deploy by the vault');
    await form().getByRole('combobox', { name: 'Type' }).click();
    await page.getByTitle('SSH key').click();
    await form().getByRole('checkbox', { name: 'A vault keeps the secret' }).check();
    await field('Place in the vault').fill('secret/web');
    await form().getByRole('button', { name: 'Create' }).click();
    await form().getByText('Must be a path in the vault such as secret/web/db#password').waitFor();
    expect(await lookFaults(page, 'vault-key')).toEqual([]);
    await field('Place in the vault').fill('secret/web/deploy#private_key');
    await form().getByRole('button', { name: 'Create' }).click();
    await form().waitFor({ state: 'hidden' });
    await page.getByText('Deploy by the vault').click();
    await form().getByText('secret/web/deploy#private_key').waitFor();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'hidden' });
    await page.goto(`${base}/environment`);
    await page.getByRole('button', { name: 'New group' }).first().click();
    await field('Name').fill('From the vault');
    await form().getByRole('button', { name: 'Add secret' }).click();
    await page.keyboard.type('DB_PASSWORD');
    await form().getByRole('button', { name: 'Take the value of DB_PASSWORD from a vault' }).click();
    await field('Place of DB_PASSWORD in the vault').fill('secret/web/db');
    await form().getByRole('button', { name: 'Create' }).click();
    await form().getByText('Must be a path in the vault', { exact: false }).waitFor();
    await field('Place of DB_PASSWORD in the vault').fill('secret/web/db#password');
    expect(await lookFaults(page, 'vault-secret')).toEqual([]);
    await form().getByRole('button', { name: 'Create' }).click();
    await form().waitFor({ state: 'hidden' });
    await page.getByText('From the vault').click();
    await form().getByText('secret/web/db#password').waitFor();
    await page.keyboard.press('Escape');
    await form().waitFor({ state: 'hidden' });
    await page.goto(`${base}/settings`);
    await page.getByRole('textbox', { name: 'Vault address' }).fill('https://vault.example.com');
    await page.getByLabel('Vault token', { exact: true }).fill('hvs.token');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Remove the stored token' }).waitFor();
    await page.getByRole('textbox', { name: 'Vault address' }).fill('https://vault.example.org');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Must be entered again when the address of the vault changes').waitFor();
    expect(await lookFaults(page, 'vault-settings')).toEqual([]);
  });

  it('should flag an inventory without hosts, and refuse broken YAML at its line', async () => {
    await page.goto(`${base}/inventory`);
    await page.getByRole('button', { name: 'New inventory' }).first().click();
    await page.getByRole('menuitem', { name: 'Hosts (YAML)' }).click();
    await form().getByText('No hosts yet').waitFor();
    await field('Name').fill('Production');
    await form().getByRole('combobox', { name: 'Host login' }).click();
    await page.getByTitle('No key').last().click();
    const hosts = form().getByRole('textbox', { name: 'Hosts' });
    await hosts.fill('all:\n  hosts: {web: [}\n');
    await form().getByRole('button', { name: 'Create' }).click();
    await picture(page, 'forms-yaml-light');
    await form().getByText('Is not valid YAML at line 2', { exact: false }).waitFor();
    await hosts.fill('all:\n  hosts:\n    web-01:\n');
    await eventually(async () => expect(await form().getByText('No hosts yet').count()).toBe(0));
    await form().getByRole('button', { name: 'Create' }).click();
    await form().waitFor({ state: 'hidden' });
    const inventories = await client.call<Inventory[]>('GET', `${base}/inventory`);
    expect(inventories.find(({ name }) => name === 'Production')?.type).toBe('static-yaml');
    expect(person.faults).toEqual([]);
  });
});
