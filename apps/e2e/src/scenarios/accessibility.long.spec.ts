import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { picture } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { type FilledConsole, openFilledConsole } from '../support/filled-console.js';
import { openerFaults } from '../support/openers.js';
import { sizeFaults } from '../support/reflow.js';
import { show } from '../support/screens.js';

/** CSS pixels: a laptop at 200 % and at 100 %. */
const SIZES = [
  [720, 450],
  [1440, 900],
] as const;

/** Pages that are walked over for what their buttons open. */
const OPENING = [
  'templates',
  'inventory',
  'keys',
  'environment',
  'repositories',
  'schedule',
  'workflows',
  'integrations',
  'team',
  'settings',
  '/users',
  '/runners',
  '/apps',
  '/tokens',
];

describe('every screen of the console for everybody', () => {
  let place: FilledConsole;
  let page: Page;

  beforeAll(async () => {
    place = await openFilledConsole();
    page = place.page;
    await signIn(page);
  });
  afterAll(() => place.close());

  it.each(SIZES)('should fit %i by %i, with targets that are large enough', async (width, height) => {
    await page.setViewportSize({ width, height });
    const faults: string[] = [];
    for (const screen of place.screens) {
      await show(page, screen);
      faults.push(...(await sizeFaults(page)).map((fault) => `${screen.path}: ${fault}`));
      await picture(page, `access-${width}${screen.path.replace(/\W+/g, '-')}`);
    }
    expect(faults).toEqual([]);
  });

  it('should show everything in the colours of the system', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    for (const path of [
      'history',
      'stats',
      'templates',
      'settings',
      `history?t=${place.project.tasks.waiting}`,
      '/runners',
    ]) {
      await show(page, place.at(path));
      await page.keyboard.press('Tab');
      await picture(page, `access-forced-${path.replace(/\W+/g, '-')}`);
    }
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it.each(OPENING)(
    'should lead the focus into what a button of %s opens, within a low window, and back',
    async (path) => {
      await page.setViewportSize({ width: 1280, height: 700 });
      await show(page, place.at(path));
      expect(await openerFaults(page)).toEqual([]);
    },
  );

  it('should lead the focus into what a button of the sidebar opens, and back to it', async () => {
    await show(page, place.at('history'));
    expect(await openerFaults(page, '.sy-side')).toEqual([]);
    expect(place.person.faults).toEqual([]);
  });
});
