import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { type FilledConsole, openFilledConsole } from '../support/filled-console.js';
import { show } from '../support/screens.js';

/** Screens, and the title of the page that is about each. */
const SCREENS = [
  ['history', 'Read a task log'],
  ['templates', 'Templates and the Run form'],
  ['workflows', 'Workflows'],
  ['schedule', 'Schedules'],
  ['inventory', 'Inventories'],
  ['environment', 'Variable groups and secrets'],
  ['keys', 'Keys'],
  ['repositories', 'Repositories'],
  ['integrations', 'Webhooks from GitHub, GitLab, Gitea and Bitbucket'],
  ['team', 'Team and roles'],
  ['settings', 'Projects'],
  ['/runners', 'Runners'],
  ['/tokens', 'Use the API'],
] as const;

describe('the documentation of the version that runs', () => {
  let place: FilledConsole;
  let page: Page;
  const requested = new Set<string>();
  const refused: string[] = [];

  beforeAll(async () => {
    place = await openFilledConsole();
    page = place.page;
    page.context().on('request', (request) => requested.add(new URL(request.url()).origin));
    page.context().on('console', (message) => {
      if (message.type() === 'error') {
        refused.push(message.text());
      }
    });
  });
  afterAll(() => place.close());

  it('should be read and searched without a sign-in', async () => {
    await page.goto('/docs/');
    await page.getByRole('link', { name: 'Five minutes to a green run' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Five minutes to a green run' }).waitFor();
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('host key');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/\/docs\/.+\.html/);
    await picture(page, 'docs-found');
  });

  it('should have each call that the server describes, with who may make it', async () => {
    const { paths } = (await (await page.request.get('/api/docs-json')).json()) as { paths: Record<string, object> };
    const described = Object.keys(paths).filter((path) => /\/(?:keys|runners|tasks)$/.test(path));
    expect(described.length).toBeGreaterThanOrEqual(4);
    const names = ['keys', 'runners', 'project-runners', 'tasks'];
    const pages = await Promise.all(
      names.map(async (name) => (await page.request.get(`/docs/reference/rest/${name}.html`)).text()),
    );
    expect(described.filter((path) => !pages.some((text) => text.includes(` ${path}</code>`)))).toEqual([]);
    expect(pages[0]).toContain('manageProjectResources');
  });

  it.each(['light', 'dark'] as const)('should have no fault for readers in the %s theme', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/docs/start/concepts.html');
    await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor();
    await picture(page, `docs-concepts-${colorScheme}`);
    const faults = await axeFaults(page);
    // The theme names its search button without the keys that it shows beside the word.
    expect(faults.filter((fault) => !/^label-content-name-mismatch: .*DocSearch-Button/.test(fault))).toEqual([]);
  });

  it('should fit a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ['', 'start/first-run.html', 'reference/rest/templates.html', 'internals/life-cycle.html']) {
      await page.goto(`/docs/${path}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect({ path, width }).toEqual({ path, width: 390 });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('should be one click away from each screen', async () => {
    await signIn(page);
    for (const [path, title] of SCREENS) {
      await show(page, place.at(path));
      const [help] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('main').getByRole('link', { name: 'Help', exact: true }).click(),
      ]);
      await help.getByRole('heading', { level: 1, name: title }).waitFor();
      await help.close();
    }
  });

  it('should load nothing from elsewhere, and nothing that its policy refuses', () => {
    expect([...requested]).toEqual([new URL(page.url()).origin]);
    expect(refused.filter((text) => !text.includes('401'))).toEqual([]);
  });
});
