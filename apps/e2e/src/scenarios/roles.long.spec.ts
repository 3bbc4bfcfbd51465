import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { offerTable } from '../support/offer-table.js';
import { controlsOf, hasPlace, offered, type Place, type RoleName } from '../support/offers.js';
import { PASSWORD } from '../support/people.js';
import { fillProject } from '../support/role-project.js';
import type { ScreenProject } from '../support/screens.js';
import { ADMIN, TestStack } from '../support/stack.js';

const LOGINS: Record<RoleName, [string, string]> = {
  admin: [ADMIN.login, ADMIN.password],
  owner: ['owner', PASSWORD],
  manager: ['manager', PASSWORD],
  'task runner': ['task.runner', PASSWORD],
  guest: ['guest', PASSWORD],
};

/** How long a page may take until it offers what it should, in milliseconds. */
const SETTLED_MS = 10_000;

/** Goes there as a link would, without loading the console again. */
const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

describe('what the console offers each role', () => {
  let stack: TestStack;
  let browser: Browser;
  let project: ScreenProject;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([TestStack.start({ runners: 0, dispatchers: 0 }), openBrowser()]);
    project = await fillProject(await stack.admin(), stack.postgres.url);
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  /** Waits until the place offers what it should. Answers what it offers else, and what it lacks. */
  async function faultsOf(page: Page, role: RoleName, place: Place): Promise<object[]> {
    const { path, title, open, within = 'main, .sy-admin' } = place;
    const wanted = offered(role, place);
    let found: string[] = [];
    const check = async (): Promise<void> => {
      expect(await page.title()).toContain(title);
      if (open !== undefined && !(await page.locator(within).isVisible())) {
        await page.locator(open).click();
      }
      found = await controlsOf(page, within);
      expect(found).toEqual(wanted);
    };
    const holds = await eventually(check, { timeout: SETTLED_MS }).then(
      () => true,
      () => false,
    );
    if (open !== undefined) {
      await page.keyboard.press('Escape');
    }
    const more = found.filter((name) => !wanted.includes(name));
    const less = wanted.filter((name) => !found.includes(name));
    return holds ? [] : [{ role, path, open, title: await page.title(), more, less }];
  }

  /** For people without the right: a page that is not found, a menu without its button. */
  async function faultsOfAbsent(page: Page, role: RoleName, { path, open }: Place): Promise<object[]> {
    const isAbsent = (): Promise<void> =>
      open === undefined
        ? page.getByText('There is nothing here').waitFor({ timeout: SETTLED_MS })
        : expect(page.locator(open).count()).resolves.toBe(0);
    return isAbsent().then(
      () => [],
      () => [{ role, path, open, faults: 'is there' }],
    );
  }

  it.each(Object.keys(LOGINS) as RoleName[])('should be what the specification lists, for: %s', async (role) => {
    const { page, faults } = await openPage(browser, stack.address);
    await signIn(page, ...LOGINS[role]);
    const differences: object[] = [];
    for (const place of offerTable(project)) {
      await go(page, place.path);
      differences.push(...(await (hasPlace(role, place) ? faultsOf : faultsOfAbsent)(page, role, place)));
    }
    await page.context().close();
    expect({ differences, faults }).toEqual({ differences: [], faults: [] });
  });
});
