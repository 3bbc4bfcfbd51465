import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Language, LANGUAGES, languageTag } from '@switchyard/contracts';
import type { Page } from 'playwright-core';
import { axeFaults, openPage, picture } from '../support/browser.js';
import { consoleTexts, leftoverFinder } from '../support/catalogues.js';
import { fontsOf, provideCjkFonts } from '../support/cjk-fonts.js';
import { contactSheet } from '../support/contact-sheet.js';
import { chooseLanguage, furnish } from '../support/language-project.js';
import { layoutFaults } from '../support/layout-faults.js';
import { atBrowser, createUser } from '../support/people.js';
import { root } from '../support/part.js';
import { inDatabase } from '../support/database.js';
import { screensOf, type ScreenProject, show, walk } from '../support/screens.js';
import { type ConsoleWorkplace, openConsoleWorkplace } from '../support/workplace.js';

/** Texts that people wrote, and names of products: the same in every language. */
const NAMES = new Set(['No key', 'None', 'Empty', 'Playbooks', 'This machine', 'Administrator', 'default']);
/** Sizes of the window: a laptop and a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const PICTURES = 'languages';
const POST = { date: '2026-01-01T00:00:00Z', title: 'Version 2', subtitle: 'What differs', text: '<p>More</p>' };

describe('the languages of the console', () => {
  let place: ConsoleWorkplace;
  let page: Page;
  let project: ScreenProject;
  let directory: string;

  beforeAll(async () => {
    await provideCjkFonts();
    directory = await mkdtemp(join(tmpdir(), 'switchyard-posts-'));
    const feed = join(directory, 'feed.json');
    await writeFile(feed, JSON.stringify({ posts: [POST] }));
    await mkdir(join(root, 'apps/e2e/test-results/pictures', PICTURES), { recursive: true });
    place = await openConsoleWorkplace(
      { 'run.sh': 'echo 直す\n' },
      {
        project: { name: 'Storefront' },
        stack: {
          settings: {
            SWITCHYARD_EDITION: 'hosted',
            SWITCHYARD_PAYMENT_SANDBOX: 'true',
            SWITCHYARD_POSTS_FEED: feed,
          },
        },
      },
    );
    ({ page } = place);
    project = await furnish(place.client, place.stack.postgres.url, place.project);
    // Made at once: some minutes after the sign-in it needs a confirmation.
    await createUser(place.client, 'Ada Looker', { admin: true });
    const waits = "update task set created = now() - interval '754 s' where status = 'waiting'";
    await inDatabase(place.stack.postgres.url, waits);
  });

  afterAll(async () => {
    await place.close();
    await rm(directory, { recursive: true });
  });

  const mainScreens = () => screensOf(project).filter(({ main }) => main);
  const home = (): string => `/project/${project.id}/stats`;

  /** Faults of the layout at each size, each with its place, and pictures of them. */
  async function look(at: Page, name: string, code: string): Promise<string[]> {
    const found: string[] = [];
    for (const { width, height } of SIZES) {
      await at.setViewportSize({ width, height });
      found.push(...(await layoutFaults(at)).map((fault) => `${code} ${name} ${width}: ${fault}`));
      await picture(at, `${PICTURES}/${name}-${width}-${code}`);
    }
    await at.setViewportSize(SIZES[0]);
    return found;
  }

  it.each(LANGUAGES)('should leave no English text and cut nothing off on any main screen, in: %s', async (code) => {
    await page.goto(home());
    await chooseLanguage(page, code);
    await page.emulateMedia({ colorScheme: LANGUAGES.indexOf(code) % 2 === 0 ? 'light' : 'dark' });
    const leftovers = leftoverFinder(code);
    const found: string[] = [];
    for (const screen of screensOf(project)) {
      await show(page, screen);
      const texts = (await shownTexts(page)).filter((text) => !NAMES.has(text));
      found.push(...leftovers(texts).map((text) => `${screen.name}: English: ${text}`));
      found.push(...(screen.main ? await look(page, screen.name, code) : []));
    }
    expect(found).toEqual([]);
    expect(place.person.faults).toEqual([]);
  });

  it.each([...LANGUAGES, 'pseudo' as const])('should show a sign-in page that fits, in: %s', async (code) => {
    const { page: door } = await openPage(place.browser, place.stack.address);
    await door.addInitScript((chosen) => localStorage.setItem('switchyard.language', chosen), code);
    await door.goto('/auth/login');
    await door.getByRole('heading', { level: 1 }).waitFor();
    const faults = await look(door, 'sign-in', code);
    const wordsOf = code === 'pseudo' ? 'en' : code;
    // Each a name of its own: tries are limited by name.
    await door.getByRole('textbox').first().fill(`nobody-${code}`);
    await door.locator('input[type=password]').fill('wrong');
    await door.keyboard.press('Enter');
    await door.getByRole('alert').waitFor();
    const refusal = consoleTexts(wordsOf).get('auth.incorrectUsrPwd') ?? '';
    expect(code === 'pseudo' || (await door.getByRole('alert').innerText()).includes(refusal)).toBe(true);
    await door.context().close();
    expect(faults).toEqual([]);
  });

  it('should have room on every screen for texts that are 40 % longer', async () => {
    const { page: own } = await atBrowser(place.browser, place.stack.address, 'Ada Looker');
    await own.evaluate(() => localStorage.setItem('switchyard.language', 'pseudo'));
    await own.goto(home());
    const found: string[] = [];
    await walk(own, screensOf(project), async (name) => void found.push(...(await look(own, name, 'pseudo'))));
    await own.context().close();
    expect(found).toEqual([]);
  });

  it.each(['de', 'ja', 'ru'] as const)('should have nothing serious for axe on any screen in %s', async (code) => {
    await page.goto(home());
    await chooseLanguage(page, code);
    const found: string[] = [];
    await walk(page, screensOf(project), async (name) => {
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        found.push(...(await axeFaults(page)).map((fault) => `${code} ${name} ${scheme}: ${fault}`));
      }
      found.push(...(await layoutFaults(page)).map((fault) => `${code} ${name}: ${fault}`));
    });
    expect(found).toEqual([]);
  });

  it.each([
    ['ja', 'Noto Sans CJK JP', 'Noto Sans Mono CJK JP'],
    ['ko', 'Noto Sans CJK KR', 'Noto Sans Mono CJK KR'],
    ['zh_cn', 'Noto Sans CJK SC', 'Noto Sans Mono CJK SC'],
    ['zh_tw', 'Noto Sans CJK TC', 'Noto Sans Mono CJK TC'],
    ['ru', 'Inter', null],
    ['uk', 'Inter', null],
  ] as const)('should draw %s with %s and nothing else', async (code: Language, text: string, mono: string | null) => {
    await page.goto(home());
    await chooseLanguage(page, code);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(languageTag(code));
    expect(await fontsOf(page, 'h1')).toEqual([text]);
    await page.goto(`/project/${project.id}/history?t=${project.tasks.success}`);
    const line = page.getByRole('log').getByText('直す');
    await line.waitFor();
    await line.evaluate((each) => each.setAttribute('id', 'line-of-characters'));
    expect(await fontsOf(page, '#line-of-characters')).toEqual(mono === null ? expect.any(Array) : [mono]);
  });

  it('should lay the pictures of each screen side by side', async () => {
    const names = [...mainScreens().map(({ name }) => name), 'sign-in'];
    for (const kind of names.flatMap((name) => SIZES.map(({ width }) => `${name}-${width}`))) {
      await contactSheet(place.browser, join(root, 'apps/e2e/test-results/pictures', PICTURES), kind);
    }
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
