import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { type Authenticator, scan } from '../support/authenticator.js';
import { axeFaults, openPage, type Person, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { Keyboard } from '../support/keyboard.js';
import { createUser, openAccount, PASSWORD, signOut, typeCode } from '../support/people.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { inDatabase } from '../support/database.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

const SLOW = 'for i in $(seq 1 500); do echo "line $i"; sleep 0.2; done\n';

describe('the console by keyboard alone', () => {
  let place: ConsoleWorkplace;
  let project: TestProject;
  let person: Person;
  let page: Page;
  let keys: Keyboard;
  let app: Authenticator;
  let deploy: number;
  let first: number;

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'slow.sh': SLOW }, { shared: true });
    project = place.project;
    await createTemplate(place.client, project, { name: 'Nightly backup', playbook: 'slow.sh' });
    deploy = await createTemplate(place.client, project, { name: 'Deploy storefront', playbook: 'slow.sh' });
    const ofProject = { project_id: project.id };
    await place.client.create(`/project/${project.id}/views`, { ...ofProject, title: 'Nights', position: 0 });
    const zones = { ...ofProject, name: 'Zones', json: '{}', env: '{"ZONE":"eu"}', secrets: [] };
    await place.client.create(`/project/${project.id}/environment`, zones);
    await createUser(place.client, 'Kim Keys', { admin: true });
    await createUser(place.client, 'Zoe Tanner');
    person = await openPage(place.browser, place.stack.address);
    page = person.page;
    keys = new Keyboard(page);
    await signIn(page, 'kim.keys', PASSWORD);
    await openAccount(page, 'Kim Keys');
    await page.getByRole('button', { name: 'Enable' }).click();
    app = await scan(page);
    await typeCode(page, app.code());
    await page.getByRole('button', { name: 'Copy the recovery code' }).waitFor();
    await page.keyboard.press('Escape');
    await signOut(page, 'Kim Keys');
  });

  afterAll(() => place.close());

  const dialog = (name?: string | RegExp): Locator => page.getByRole('dialog', name === undefined ? {} : { name });
  const button = (name: string | RegExp, within: Page | Locator = page): Locator =>
    within.getByRole('button', { name, exact: true });
  const search = (): Locator => page.getByRole('combobox', { name: 'Find a page, template, task, commit or command' });

  /** Looks for something in the palette and waits until it is found. */
  async function find(text: string, option: string | RegExp): Promise<void> {
    await page.keyboard.press('Control+k');
    await keys.isAt(search());
    await keys.type(text);
    await page.getByRole('option', { name: option, exact: true }).waitFor();
  }

  /** Loads a page of the project or another one, and begins at its first control. */
  async function start(path: string): Promise<void> {
    await page.goto(path.startsWith('/') ? path : `/project/${project.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await keys.isAt(button('Skip to content'));
  }

  async function leave(): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  }

  it('should let somebody sign in with a password and a code', async () => {
    await page.goto('/auth/login');
    await keys.isAt(page.getByLabel('Username or email'));
    await keys.type('kim.keys');
    await keys.press('Tab');
    await keys.type(PASSWORD);
    await keys.press('Enter');
    await keys.isAt(page.getByRole('textbox', { name: 'Digit 1 of 6' }));
    await keys.type(app.code(1));
    await page.getByRole('navigation').first().waitFor();
  });

  it('should lead past the navigation first, and to the title of each page that is opened', async () => {
    await start('history');
    await keys.press('Enter');
    await keys.isAt(page.getByRole('heading', { level: 1 }));
    await keys.tabTo(page.getByRole('link', { name: 'Key store' }), 'Shift+Tab');
    await keys.press('Enter');
    await keys.isAt(page.getByRole('heading', { level: 1, name: 'Key store' }));
  });

  it('should let a person run a template, and read and search its log', async () => {
    await start('keys');
    await find('nightly', 'Nightly backup');
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '13-command-palette');
    await keys.press('Control+Enter');
    await keys.isAt(dialog('Run: Nightly backup').getByLabel('Message'));
    await keys.type('by keyboard');
    await keys.press('Enter');

    const log = dialog().getByRole('log');
    await log.getByText('line 12', { exact: true }).waitFor();
    first = Number(new URL(page.url()).searchParams.get('t'));
    await keys.isAt(log);
    await keys.press('/');
    await keys.isAt(dialog().getByRole('textbox', { name: 'Find' }));
    await keys.type('line 1');
    await eventually(async () => expect(await dialog().locator('.sy-log-count').innerText()).toMatch(/\d/));
    await keys.press('Enter');
    await keys.press('Escape');
    await keys.isAt(log);
    await keys.press('g');
    await log.getByText('line 1', { exact: true }).waitFor();
    await leave();
    await keys.seen();
  });

  it('should begin a form at its first field', async () => {
    for (const app of ['ansible', 'bash']) {
      await page.goto(`/project/${project.id}/templates/new/edit?app=${app}`);
      await dialog('New template').waitFor();
      await keys.isAt(dialog('New template').getByRole('textbox', { name: 'Name', exact: true }));
      await leave();
    }
  });

  it('should jump to a task and to the list of shortcuts, and give the focus back', async () => {
    await start('keys');
    await keys.tabTo(button('New key'));
    await find(`#${first} nightly`, new RegExp(`#${first} Nightly backup`));
    await keys.press('Enter');
    await keys.isAt(dialog().getByRole('log'));
    await leave();
    await keys.isAt(button('New key'));
    await keys.press('?');
    await dialog('Keyboard shortcuts').waitFor();
    await leave();
    await keys.isAt(button('New key'));
    await page.keyboard.press('Control+k');
    await keys.isAt(search());
    await keys.type('no such thing');
    await page.getByText('Nothing found').waitFor();
    await leave();
    await keys.isAt(button('New key'));
  });

  it('should need a modifier for every shortcut once those of a single key are off', async () => {
    await start('keys');
    await keys.press('?');
    const letters = dialog('Keyboard shortcuts').getByRole('checkbox', { name: 'Shortcuts of a single key' });
    await keys.tabTo(letters);
    await keys.press('Space');
    await leave();
    await keys.press('?');
    await page.keyboard.press('Control+k');
    await keys.isAt(search());
    await leave();
    expect(await dialog().count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('switchyard.letter-keys'));
  });

  /** Opens the log of a task from the palette. */
  async function openLog(task: number, template: string): Promise<Locator> {
    await find(`#${task} ${template}`, new RegExp(`#${task} ${template}`));
    await keys.press('Enter');
    const log = dialog().getByRole('log');
    await keys.isAt(log);
    return log;
  }

  it('should let a person stop a task that runs', async () => {
    const task = await runTask(place.client, project, deploy);
    await start('history');
    const log = await openLog(task, 'Deploy storefront');
    await log.getByText('line 60', { exact: true }).waitFor();
    await keys.use(button('Stop', dialog()));
    await dialog().getByText('Stopped', { exact: true }).first().waitFor();
    await keys.isAt(button('Run again', dialog()));
    await leave();
    expect(await place.client.task(project.id, task)).toMatchObject({ status: 'stopped', stopped_by: 'Kim Keys' });
  });

  it('should let a person confirm a plan', async () => {
    const terraform = { app: 'terraform', playbook: '.', inventory_id: null };
    const template = await createTemplate(place.client, project, { ...terraform, name: 'Network' });
    await inDatabase(
      place.stack.postgres.url,
      `insert into task (project_id, template_id, status, app, playbook, created, started)
       values ($1, $2, 'waiting_confirmation', 'terraform', '.', now(), now())`,
      [project.id, template],
    );
    const [row] = await place.client.call<{ id: number }[]>(
      'GET',
      `/project/${project.id}/templates/${template}/tasks`,
    );
    await start('history');
    await openLog(row?.id ?? 0, 'Network');
    await keys.use(button('Confirm', dialog()));
    await button('Confirm', dialog()).waitFor({ state: 'detached' });
    await keys.seen();
    await leave();
    expect(await place.client.task(project.id, row?.id ?? 0)).toMatchObject({ decided_by: 'Kim Keys' });
  });

  it('should show the hint of a button without a word, and lead into the reason why a task waits and back', async () => {
    await runTask(
      place.client,
      project,
      await createTemplate(place.client, project, { name: 'Patch', runner_tag: 'x' }),
    );
    await start('keys');
    await keys.tabTo(button('Edit No key'));
    const hint = page.getByRole('tooltip', { name: 'Edit No key' });
    await hint.waitFor();
    await keys.press('Escape');
    await hint.waitFor({ state: 'hidden' });
    await start('history?status=waiting');
    await keys.tabTo(button('Waiting'));
    await page.getByRole('tooltip').getByRole('link', { name: 'Show the log' }).waitFor();
    await keys.press('Enter');
    await keys.isAt(dialog().getByRole('link', { name: 'Open runners' }));
    await keys.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await keys.isAt(button('Waiting'));
    await keys.press('Enter', 'Tab');
    await keys.isAt(dialog().getByRole('link', { name: 'Show the log' }));
    await keys.press('Enter');
    await keys.isAt(dialog().getByRole('log'));
    await leave();
    await keys.isAt(button('Waiting'));
  });

  /** Two presses of Escape, the second one before the page can do anything after the first. */
  const escapeTwice = (): Promise<void> =>
    page.evaluate(() => {
      const { activeElement: focused } = document;
      for (const key of ['Escape', 'Escape']) {
        focused?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
      }
    });

  async function makeToken(): Promise<void> {
    await keys.use(button('New token').first());
    await keys.use(button('Create', dialog()));
  }

  const use = (name: string) => (): Promise<void> => keys.use(button(name));
  const HINTED: [what: string, path: string, hint: string, open: () => Promise<unknown>, width: number][] = [
    ['a dialog', 'templates', 'Delete Nights', use('Edit views'), 1440],
    ['a form', 'environment', 'Delete ZONE', use('Edit Zones'), 1440],
    ['what is shown once', '/tokens', 'Reveal the token', makeToken, 1440],
    ['a log', 'keys', 'Copy link', () => openLog(first, 'Nightly backup'), 1440],
    ['the menu of a narrow page', 'keys', 'Use the dark theme', use('Open menu'), 390],
  ];

  it.each(HINTED)(
    'should close a hint and then %s, however soon Escape comes again',
    async (_, path, name, open, width) => {
      await page.setViewportSize({ width, height: 900 });
      await start(path);
      await open();
      await dialog().waitFor();
      const hint = page.getByRole('tooltip', { name, exact: true });
      await keys.tabTo(button(name, dialog()));
      await hint.waitFor();
      await keys.press('Escape');
      await hint.waitFor({ state: 'hidden' });
      await keys.isAt(button(name, dialog()));
      await keys.press('Tab', 'Shift+Tab');
      await hint.waitFor();
      await escapeTwice();
      await dialog().waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  it('should close a list of choices and then its form, while the list still fades', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await start('repositories');
    await keys.use(button('New repository'));
    const choice = dialog().getByRole('combobox').last();
    await keys.tabTo(choice);
    await keys.press('ArrowDown');
    await page.locator('.ant-select-dropdown:visible').getByText('No key').waitFor();
    await keys.press('Escape');
    await choice.and(page.locator('[aria-expanded="false"]')).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('should keep messages until they are closed, for those who want it', async () => {
    const { page: own } = await openPage(place.browser, place.stack.address);
    await own.clock.install();
    await signIn(own);
    await own.goto(`/project/${project.id}/settings`);
    const message = own.locator('.ant-message').getByText(/^Project .* saved/);
    const save = own.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await message.waitFor();
    await own.clock.fastForward('10:00');
    await message.waitFor({ state: 'hidden' });
    await own.getByRole('heading', { level: 1 }).click();
    await own.keyboard.press('?');
    const shortcuts = own.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await shortcuts.getByRole('checkbox', { name: 'Messages stay until they are closed' }).check();
    await own.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });
    await save.click();
    await message.waitFor();
    await own.clock.fastForward('10:00');
    await own.locator('.ant-message').getByRole('button', { name: 'Close' }).waitFor();
    expect(await axeFaults(own)).toEqual([]);
    await own.keyboard.press('?');
    await shortcuts.waitFor();
    await own.keyboard.press('Escape');
    await message.waitFor({ state: 'hidden' });
    await shortcuts.waitFor();
    await own.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });
    await own.context().close();
  });

  it('should let a person create a template', async () => {
    await start('templates');
    await keys.use(button('New template'));
    await keys.isAt(page.getByRole('menuitem').first());
    await keys.tabTo(page.getByRole('menuitem', { name: 'Bash' }), 'ArrowDown');
    await keys.press('Enter');
    const form = dialog('New template');
    await keys.tabTo(form.getByLabel('Name', { exact: true }));
    await keys.type('Rotate logs');
    await keys.tabTo(form.getByLabel('Script file'));
    await keys.type('slow.sh');
    await keys.use(button('Create', form));
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Rotate logs' }).waitFor();
    await keys.seen();
  });

  it('should let an owner add a member and remove one', async () => {
    await start('team');
    await keys.use(button('Add member'));
    const form = dialog('Add member');
    await keys.isAt(form.getByRole('combobox', { name: 'User' }));
    await keys.type('tanner');
    await page.locator('.ant-select-dropdown:visible').getByText('zoe.tanner').waitFor();
    await keys.press('Enter');
    await keys.tabTo(form.getByRole('combobox', { name: 'Role' }));
    await keys.press('ArrowDown');
    await page.locator('.ant-select-dropdown:visible').getByText('Guest', { exact: true }).waitFor();
    await keys.press('Enter');
    await keys.use(button('Add member', form));
    await form.waitFor({ state: 'hidden' });
    await keys.isAt(button('Add member'));
    await keys.use(button('Remove Zoe Tanner'));
    await keys.use(button('Remove member', dialog()));
    await button('Remove Zoe Tanner').waitFor({ state: 'detached' });
    await keys.seen();
  });

  it('should let an administrator make a runner', async () => {
    await start('/runners');
    await keys.use(button('New runner'));
    await keys.isAt(dialog('New runner').getByLabel('Name', { exact: true }));
    await keys.type('crane');
    await keys.press('Enter');
    const made = dialog(/crane/);
    await made.waitFor();
    await keys.use(button('Done', made));
    await made.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /crane/ }).waitFor();
    await keys.isAt(button('New runner'));
    expect(person.faults).toEqual([]);
  });
});
