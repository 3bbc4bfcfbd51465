import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createGitRepository,
  createSshKey,
  type SshKeyPair,
  startSshd,
  type TestGitRepository,
  type TestSshServer,
} from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import { axeFaults, openBrowser, openPage, type Person, picture } from '../support/browser.js';
import { ADMIN, TestStack } from '../support/stack.js';

const PLAYBOOK = `
- hosts: all
  gather_facts: false
  tasks:
    - name: Greet the host
      ansible.builtin.debug:
        msg: "hello {{ inventory_hostname }} from {{ region }}"
    - name: Ask who is there
      ansible.builtin.command: whoami
`;

describe('a new administrator in the browser', () => {
  let stack: TestStack;
  let browser: Browser;
  let person: Person;
  let page: Page;
  let key: SshKeyPair;
  let sshd: TestSshServer;
  let repository: TestGitRepository;

  beforeAll(async () => {
    key = await createSshKey();
    [stack, sshd, browser] = await Promise.all([
      TestStack.start({ separated: true }),
      startSshd({ authorizedKeys: [key.publicKey] }),
      openBrowser(),
    ]);
    repository = await createGitRepository({
      'site.yml': PLAYBOOK,
      'slow.sh': 'for i in $(seq 1 2000); do echo "tick $i"; sleep 0.05; done\n',
    });
    person = await openPage(browser, stack.address);
    page = person.page;
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
    await Promise.all([sshd.remove(), repository.remove()]);
  });

  const dialog = () => page.getByRole('dialog');
  const fill = (name: string | RegExp, text: string): Promise<void> =>
    dialog().getByRole('textbox', { name, exact: true }).fill(text);

  async function choose(name: string, option: string): Promise<void> {
    await dialog().getByRole('combobox', { name, exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
  }

  async function submit(button: string): Promise<void> {
    await dialog().getByRole('button', { name: button, exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
  }

  /** Presses Run in the dialog before the page is drawn with the address that names the dialog. */
  const runAtOnce = (name: RegExp): Promise<void> =>
    page.getByRole('button', { name }).evaluate(
      (button: HTMLElement) =>
        new Promise<void>((pressed) => {
          const observer = new MutationObserver(() => {
            const buttons = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')];
            const run = buttons.find(({ textContent }) => textContent === 'Run');
            if (run !== undefined) {
              observer.disconnect();
              run.click();
              pressed();
            }
          });
          observer.observe(document.body, { childList: true, subtree: true });
          button.click();
        }),
    );

  async function open(section: string): Promise<void> {
    await page.getByRole('link', { name: section }).click();
    await page.getByRole('heading', { name: section, level: 1 }).waitFor();
  }

  it('should refuse a wrong password and sign in with the right one', async () => {
    await page.goto('/');
    await page.getByLabel('Username or email').fill(ADMIN.login);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Incorrect login or password').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'New project' }).waitFor();
  });

  it('should create a project and be shown the five steps', async () => {
    await page.getByLabel('Project name').fill('Edge Network');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByText('Five steps to your first run').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '10-first-run');
  });

  it('should create key, repository, inventory and variable group', async () => {
    await open('Key store');
    await page.getByRole('button', { name: 'New key' }).click();
    await fill('Name', 'Deploy key');
    await choose('Type', 'SSH key');
    await fill('Username', sshd.user);
    await fill('Private key', key.privateKey);
    await submit('Create');

    await open('Repositories');
    await page.getByRole('button', { name: 'New repository' }).first().click();
    await fill('Name', 'Playbooks');
    await fill('URL or path', `file://${repository.path}`);
    await dialog().getByRole('combobox', { name: 'Branch', exact: true }).fill('main');
    await choose('Access key', 'None');
    await submit('Create');

    await open('Inventory');
    await page.getByRole('button', { name: 'New inventory' }).first().click();
    await page.getByRole('menuitem', { name: 'Hosts (INI)' }).click();
    await fill('Name', 'Loopback over SSH');
    await choose('Type', 'Hosts (INI)');
    await choose('Host login', 'Deploy key');
    await fill(
      'Hosts',
      `web ansible_host=127.0.0.1 ansible_port=${sshd.port} ansible_python_interpreter=/usr/bin/python3`,
    );
    await submit('Create');

    await open('Variable groups');
    await page.getByRole('button', { name: 'New group' }).first().click();
    await fill('Name', 'Production');
    await dialog().getByText('JSON', { exact: true }).click();
    await dialog()
      .getByLabel(/Extra variables/)
      .fill('{"region": "eu-north"}');
    await submit('Create');
    await page.getByText('Production').waitFor();
  });

  it('should create an Ansible template, run it over SSH and see the coloured log grow to the recap', async () => {
    await open('Templates');
    await newTemplate('Ansible', 'Deploy storefront', 'Playbook file', 'site.yml', 'Loopback over SSH');
    await page.getByRole('button', { name: /^Run Deploy storefront/ }).click();
    await fill('Message', 'First run');
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    const log = page.getByRole('log');
    await log.getByText('hello web from eu-north').waitFor();
    await log.getByText('PLAY RECAP').waitFor();
    await dialog().getByText('Success', { exact: true }).waitFor();
    const colours = await log
      .locator('span')
      .evaluateAll((all) => new Set(all.map((e) => getComputedStyle(e).color)).size);
    expect(colours).toBeGreaterThan(2);
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, '03-task-log');
  });

  it('should read the whole log again later, by its address', async () => {
    const address = page.url();
    await page.goto('/');
    await page.goto(address);
    await page.getByRole('log').getByText('PLAY RECAP').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('t=');
  });

  it('should run the same playbook on the runner itself', async () => {
    await open('Inventory');
    await page.getByRole('button', { name: 'New inventory' }).first().click();
    await page.getByRole('menuitem', { name: 'Hosts (INI)' }).click();
    await fill('Name', 'This machine');
    await choose('Type', 'Hosts (INI)');
    await choose('Host login', 'None');
    await fill('Hosts', 'here ansible_connection=local');
    await submit('Create');
    await open('Templates');
    await newTemplate('Ansible', 'Local facts', 'Playbook file', 'site.yml', 'This machine');
    await page.getByRole('button', { name: /^Run Local facts/ }).click();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('log').getByText('hello here from eu-north').waitFor();
    await dialog().getByText('Success', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('should stop a running Bash task', async () => {
    await newTemplate('Bash', 'Slow script', 'Script file', 'slow.sh', null);
    await runAtOnce(/^Run Slow script/);
    await page.getByRole('log').getByText('tick 5', { exact: true }).waitFor();
    await dialog().getByText('Live', { exact: true }).waitFor();
    await dialog().getByRole('button', { name: 'Stop', exact: true }).click();
    await dialog().getByText('Stopped', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('should find both tasks in the history and see what still uses the repository', async () => {
    await open('Dashboard');
    await page.getByRole('link', { name: 'Slow script' }).waitFor();
    await page.getByRole('link', { name: 'Deploy storefront' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await open('Repositories');
    await page.getByRole('button', { name: 'Delete Playbooks' }).click();
    await dialog().getByText('cannot be deleted because it is used').waitFor();
    await dialog().getByRole('link', { name: 'Deploy storefront' }).waitFor();
    await page.keyboard.press('Escape');
    expect(person.faults).toEqual([]);
  });

  async function newTemplate(
    app: string,
    name: string,
    field: string,
    path: string,
    inventory: string | null,
  ): Promise<void> {
    await page
      .getByRole('button', { name: /New template/ })
      .first()
      .click();
    await page.locator('.sy-menu:visible').getByText(app, { exact: true }).click();
    await fill('Name', name);
    await dialog().getByRole('combobox', { name: field, exact: true }).fill(path);
    await choose('Repository', 'Playbooks');
    if (inventory) {
      await choose('Inventory', inventory);
      await choose('Variable group', 'Production');
    }
    await submit('Create');
    await page.getByText(name).first().waitFor();
  }
});
