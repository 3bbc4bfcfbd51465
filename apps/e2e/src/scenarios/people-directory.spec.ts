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
    const ann = { uid: 'ann', cn: 'Ann Berg', mail: 'ann@directory.test', password: SECRET };
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
      },
    });
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
    await givePassword(page, 'ann', SECRET);
    await page.getByRole('heading', { name: 'Welcome to Switchyard' }).waitFor();
    const users = await (await stack.admin()).call<{ username: string; external: boolean }[]>('GET', '/users');
    expect(users.find(({ username }) => username === 'ann')).toMatchObject({ name: 'Ann Berg', external: true });
  });
});
