import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Language, LANGUAGES, languageTag } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import { axeFaults, picture } from '../support/browser.js';
import { consoleTexts, leftoverFinder } from '../support/catalogues.js';
import { createTemplate, runTask } from '../support/project.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

/** What people wrote, and names of products: the same in every language. */
const NAMES = new Set(['No key', 'None', 'Empty', 'Playbooks', 'This machine', 'Administrator']);
const MAIN_SCREENS = 3;

describe('the languages of the console', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  /** Address of each, and what stands there once its list is loaded. */
  let screens: [path: string, text: string][];

  beforeAll(async () => {
    place = await openConsoleWorkplace({ 'run.sh': 'echo done\n' }, { project: { name: 'Storefront' } });
    ({ page } = place);
    const { client, project } = place;
    const template = await createTemplate(client, project, { name: 'Nightly backup', inventory_id: null });
    const task = await runTask(client, project, template, { message: 'Before the release' });
    await client.untilStatus(project.id, task, 'success');
    const base = `/project/${project.id}`;
    screens = [
      [`${base}/templates`, 'Nightly backup'],
      [`${base}/history?t=${task}`, 'Before the release'],
      [`${base}/settings`, ''],
      ['/runners', 'local'],
      [`${base}/schedule`, ''],
      [`${base}/activity`, 'Nightly backup'],
      [`${base}/keys`, 'No key'],
      [`${base}/inventory`, 'This machine'],
      [`${base}/team`, 'admin'],
      [`${base}/templates/${template}`, 'Before the release'],
    ];
  });

  afterAll(() => place.close());

  /** Goes to another screen as a link does, without loading the page again. */
  async function show([path, text]: [path: string, text: string]): Promise<void> {
    const before = await page.title();
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await page.waitForFunction(
      ([old, awaited]) =>
        document.title !== old && document.body.innerText.includes(awaited) && !document.querySelector('.ant-skeleton'),
      [before, text] as const,
    );
  }

  /** Chooses a language in the menu, below the one of the system, which loads the page again. */
  async function choose(from: string, code: Language): Promise<void> {
    const name = consoleTexts(from).get('shell.language') ?? '';
    await page.getByRole('button', { name, exact: true }).click();
    await page
      .getByRole('menuitemradio')
      .nth(1 + LANGUAGES.indexOf(code))
      .click();
    await page.waitForFunction((tag) => document.documentElement.lang === tag, languageTag(code));
    await page.getByRole('navigation').first().waitFor();
  }

  it('should leave no English text on any screen in any of the fifteen', async () => {
    await page.goto(`/project/${place.project.id}/stats`);
    const found: string[] = [];
    let shown: Language = 'en';
    for (const code of [...LANGUAGES.filter((each) => each !== 'en'), 'en'] as const) {
      await choose(shown, code);
      shown = code;
      const leftovers = leftoverFinder(code);
      for (const screen of screens) {
        await show(screen);
        const texts = (await shownTexts(page)).filter((text) => !NAMES.has(text));
        found.push(...leftovers(texts).map((text) => `${code} ${screen[0]}: ${text}`));
      }
    }
    expect(found).toEqual([]);
    expect(place.person.faults).toEqual([]);
  });

  it.each(['de', 'ja', 'ru'] as const)('should have nothing serious for axe in %s, in both themes', async (code) => {
    await choose(await page.evaluate(() => localStorage.getItem('switchyard.language') ?? 'en'), code);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const screen of screens.slice(0, MAIN_SCREENS)) {
        await show(screen);
        expect([code, screen, scheme, await axeFaults(page)]).toEqual([code, screen, scheme, []]);
      }
    }
    await picture(page, `languages-${code}`);
  });
});

/** Every text that a person sees or a screen reader reads, but for logs. */
function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>();
    const add = (text: string | null): void => void texts.add((text ?? '').trim());
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('[role=log]')) {
        add(node.nodeValue);
      }
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      document.querySelectorAll(`[${name}]`).forEach((each) => add(each.getAttribute(name)));
    }
    return [...texts].filter((text) => text !== '');
  });
}
