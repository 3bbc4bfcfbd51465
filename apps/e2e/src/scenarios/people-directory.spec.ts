import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLdapServer, type TestLdapServer } from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import { axeFaults, openBrowser, openPage, picture } from '../support/browser.js';
import { givePassword } from '../support/people.js';
import { TestStack } from '../support/stack.js';

const SECRET = 'a password of the directory';

describe('a person of the LDAP directory', () => {
  let stack: TestStack;
  let browser: Browser;
  let directory: TestLdapServer;
  let page: Page;

  beforeAll(async () => {
    const ann = { uid: 'ann', cn: 'Ann Berg', mail: 'ann@directory.test', password: SECRET, groups: ['web'] };
    [directory, browser] = await Promise.all([startLdapServer([ann]), openBrowser()]);
    stack = await TestStack.start({
      runners: 0,
      dispatchers: 0,
      settings: {
        SWITCHYARD_AUTH_LDAP_URL: directory.secureUrl,
        SWITCHYARD_AUTH_LDAP_BASE_DN: directory.baseDn,
        SWITCHYARD_AUTH_LDAP_BIND_DN: directory.reader.dn,
        SWITCHYARD_AUTH_LDAP_BIND_PASSWORD: directory.reader.password,
        SWITCHYARD_AUTH_LDAP_CA_FILE: directory.caFile,
        SWITCHYARD_AUTH_LDAP_GROUP_FILTER: '(member={dn})',
        SWITCHYARD_AUTH_GROUP_ROLES: JSON.stringify([
          { provider: 'ldap', group: `cn=web,${directory.baseDn}`, project: 1, role: 'owner' },
        ]),
      },
    });
    await (await stack.admin()).create('/projects', { name: 'Website' });
    ({ page } = await openPage(browser, stack.address));
  });

  afterAll(async () => {
    await browser.close();
    await stack.close();
    await directory.remove();
  });

  it('should be refused with a wrong password, readable in both themes and on a phone', async () => {
    await page.goto('/');
    await givePassword(page, 'ann', 'wrong');
    await page.getByText('Incorrect login or password').waitFor();
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `people-directory-${colorScheme}-${width}`);
    }
  });

  it('should be let in with the password of the directory, and become an external user', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await givePassword(page, 'ann', SECRET);
    await page.getByRole('button', { name: /Website\s*Owner/ }).waitFor();
    const users = await (await stack.admin()).call<{ username: string; external: boolean }[]>('GET', '/users');
    expect(users.find(({ username }) => username === 'ann')).toMatchObject({ name: 'Ann Berg', external: true });
  });

  it('should see in the team which role comes from a group, without a way to change it', async () => {
    await page.getByRole('link', { name: 'Team' }).click();
    const row = page.getByRole('row', { name: 'Ann Berg' });
    await row.getByText('From a group').hover();
    await page.getByRole('tooltip', { name: /The group cn=web,.* gives this role at each sign-in/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Role of Ann Berg' }).count()).toBe(0);
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      expect(await axeFaults(page)).toEqual([]);
      await picture(page, `people-directory-team-${colorScheme}-${width}`);
    }
  });
});
