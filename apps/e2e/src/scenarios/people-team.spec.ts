import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@switchyard/testing';
import { type ApiClient } from '../support/api-client.js';
import { axeFaults, openBrowser, type Person, picture } from '../support/browser.js';
import { atBrowser, createUser } from '../support/people.js';
import { createProject, createTemplate } from '../support/project.js';
import { TestStack } from '../support/stack.js';

describe('the team of a project', () => {
  let stack: TestStack;
  let browser: Browser;
  let admin: ApiClient;
  let owner: Person;
  let member: Person;
  let projectId: number;
  const users: Record<string, number> = {};

  beforeAll(async () => {
    [stack, browser] = await Promise.all([TestStack.start({ runners: 0 }), openBrowser()]);
    admin = await stack.admin();
    const project = await createProject(admin, 'https://git.example/playbooks.git', { name: 'Platform' });
    await createTemplate(admin, project, { name: 'Patch servers' });
    projectId = project.id;
    for (const name of ['Olga Owner', 'Zoe Tanner', 'Gil Guest']) {
      users[name] = await createUser(admin, name);
    }
    await admin.call('POST', `/project/${projectId}/users`, { user_id: users['Olga Owner'], role: 'owner' });
    owner = await atBrowser(browser, stack.address, 'Olga Owner');
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  const menu = (page: Page, name: string): Promise<void> => page.getByRole('link', { name }).click();
  const buttonsOf = (page: Page, name: string): Promise<number> => page.getByRole('button', { name }).count();
  const giveZoe = (role: string): Promise<unknown> =>
    admin.call('PUT', `/project/${projectId}/users/${users['Zoe Tanner']}`, { role });
  const row = (page: Page, name: string) => page.getByRole('row', { name });

  it('should let an owner find people from four characters on, and add one', async () => {
    const { page } = owner;
    await menu(page, 'Team');
    await page.getByRole('button', { name: 'Add member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add member' });
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByText('Choose a user').waitFor();
    await dialog.getByText('Choose a role').waitFor();
    const search = dialog.getByRole('combobox', { name: 'User' });
    await search.fill('tan');
    await page.getByText('Type at least 4 characters, or a whole name').waitFor();
    await search.fill('tann');
    await page.locator('.ant-select-dropdown:visible').getByText('zoe.tanner').click();
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.locator('.ant-select-dropdown:visible').getByText('Guest', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row(page, 'Zoe Tanner').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-team');
  });

  it('should not let an owner leave, nor change or remove himself', async () => {
    const { page } = owner;
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Leave project' }).isDisabled()).toBe(true),
    );
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Remove Olga Owner' }).isDisabled()).toBe(true),
    );
    await eventually(async () =>
      expect(await page.getByRole('combobox', { name: 'Role of Olga Owner' }).isDisabled()).toBe(true),
    );
  });

  it('should show a guest what there is, without a button that would be refused', async () => {
    member = await atBrowser(browser, stack.address, 'Zoe Tanner');
    const { page } = member;
    await page.getByText('Read-only access').waitFor();
    await menu(page, 'Templates');
    await page.getByRole('link', { name: 'Patch servers' }).waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Run Patch servers' }).count()).toBe(0));
    await eventually(async () => expect(await page.getByRole('button', { name: 'New template' }).count()).toBe(0));
    await menu(page, 'Key store');
    await page.getByRole('row', { name: 'No key' }).waitFor();
    await eventually(async () =>
      expect(await page.getByRole('button', { name: /^(New key|Edit|Delete)/ }).count()).toBe(0),
    );
    await menu(page, 'Inventory');
    await page.getByRole('button', { name: 'This machine', exact: true }).click();
    await page.getByRole('dialog', { name: 'This machine' }).getByText('localhost ansible_connection=local').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-team-guest-inventory');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await menu(page, 'Dashboard');
    await eventually(async () => expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0));
    await page.goto(`${stack.address}/apps`);
    await page.getByText('Ansible', { exact: true }).first().waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'New app' }).isDisabled()).toBe(true));
    await picture(page, 'people-team-guest-apps');
    await page.goBack();
    await menu(page, 'Team');
    await row(page, 'Olga Owner').waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Add member' }).count()).toBe(0));
    await eventually(async () => expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0));
    await eventually(async () => expect(await page.getByRole('combobox').count()).toBe(0));
    expect(await axeFaults(page)).toEqual([]);
    await picture(page, 'people-team-guest');
  });

  it('should give a member the buttons of a new role while he looks on', async () => {
    const { page } = member;
    await menu(page, 'Templates');
    await page.getByRole('link', { name: 'Patch servers' }).waitFor();
    await owner.page.getByRole('combobox', { name: 'Role of Zoe Tanner' }).click();
    await owner.page.locator('.ant-select-dropdown:visible').getByText('Manager', { exact: true }).click();
    await owner.page.locator('.ant-select-content', { hasText: 'Manager' }).waitFor();
    await page.getByRole('button', { name: /Platform\s*Manager/ }).waitFor();
    await page.getByRole('button', { name: 'Run Patch servers' }).waitFor();
    await page.getByRole('button', { name: 'New template' }).waitFor();
    expect(await buttonsOf(page, 'New template')).toBe(1);
  });

  it('should take them away again while he looks on', async () => {
    const { page } = member;
    await giveZoe('guest');
    await page.getByRole('button', { name: 'New template' }).waitFor({ state: 'hidden' });
    await page.getByText('Read-only access').waitFor();
    await page.getByRole('link', { name: 'Patch servers' }).waitFor();
    expect(await buttonsOf(page, 'Run Patch servers')).toBe(0);
  });

  it('should take back buttons that turn out to be refused where no live update arrives', async () => {
    const { page } = member;
    await giveZoe('manager');
    await page.routeWebSocket(/\/api\/ws/, (socket) => void socket.close());
    await page.route(/\/api\/ws/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'New template' }).waitFor();
    await page.getByText('Connection lost').waitFor();
    await giveZoe('guest');
    await page.getByRole('button', { name: 'Run Patch servers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByText('You may not do this.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Read-only access').waitFor();
    await eventually(async () => expect(await page.getByRole('button', { name: 'Run Patch servers' }).count()).toBe(0));
  });

  it('should lead a removed member away at once', async () => {
    await admin.call('POST', `/project/${projectId}/users`, { user_id: users['Gil Guest'], role: 'task_runner' });
    const gil = await atBrowser(browser, stack.address, 'Gil Guest');
    await gil.page.getByRole('button', { name: /Platform\s*Task runner/ }).waitFor();
    await owner.page.reload();
    await owner.page.getByRole('button', { name: 'Remove Gil Guest' }).click();
    await owner.page.getByRole('dialog').getByText('lose access to Platform').waitFor();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
    await row(owner.page, 'Gil Guest').waitFor({ state: 'hidden' });
    await gil.page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(gil.faults).toEqual([]);
  });

  it('should lead somebody whose sessions are ended to the sign-in page by itself', async () => {
    const id = await createUser(admin, 'Short Stay');
    await admin.call('POST', `/project/${projectId}/users`, { user_id: id, role: 'guest' });
    const stay = await atBrowser(browser, stack.address, 'Short Stay');
    await stay.page.getByText('Read-only access').waitFor();
    await admin.call('POST', `/users/${id}/password`, { password: 'given-by-the-admin' });
    await stay.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(stay.faults).toEqual([]);
  });

  it('should let a member leave from the list of projects', async () => {
    const { page } = member;
    await page.getByRole('button', { name: /Platform/ }).click();
    await page.getByRole('button', { name: 'Leave Platform' }).click();
    await page.getByRole('dialog', { name: 'Leave Platform?' }).getByRole('button', { name: 'Leave project' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect([...owner.faults, ...member.faults]).toEqual([]);
  });
});
