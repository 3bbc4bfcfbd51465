import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, openPage } from '../support/browser.js';
import { signIn } from '../support/console.js';
import { root } from '../support/part.js';
import { TestStack } from '../support/stack.js';
import { type DoneWork, makeHistory } from './demo-history.js';

/** Pixels of a picture: as a laptop shows the console. */
const [WIDTH, HEIGHT] = [1280, 760];
const DIR = join(root, 'tools/pictures');

/** Scene of each picture: the address, and what must be on screen. */
const scenes: Readonly<Record<string, (page: Page, work: DoneWork) => Promise<void>>> = {
  templates: async (page, { projectId }) => {
    await page.goto(`/project/${projectId}/templates`);
    await page.getByText('Deploy to production').waitFor();
  },
  'task-log': async (page, { projectId, deploy }) => {
    await page.goto(`/project/${projectId}/history?t=${deploy}`);
    await page.getByRole('log').getByText('PLAY RECAP').waitFor();
  },
  plan: async (page, { projectId, plan }) => {
    await page.goto(`/project/${projectId}/history?t=${plan}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).waitFor();
  },
  history: async (page, { projectId }) => {
    await page.goto(`/project/${projectId}/history`);
    await page.getByRole('link', { name: 'System report' }).waitFor();
  },
  run: async (page, { projectId }) => {
    await page.goto(`/project/${projectId}/templates`);
    await page.getByRole('button', { name: 'Run Hello' }).click();
    await page.getByRole('dialog').getByText('Who is greeted?').waitFor();
  },
};

/** Takes the pictures of the README and the documentation, each in both themes, from a stack of its own with the demo project. */
async function main(): Promise<void> {
  const [stack, browser] = await Promise.all([TestStack.start({ separated: true }), openBrowser()]);
  try {
    const work = await makeHistory(await stack.admin());
    const { page } = await openPage(browser, stack.address, WIDTH, HEIGHT);
    await signIn(page);
    for (const [name, show] of Object.entries(scenes)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await show(page, work);
        await page.screenshot({ path: join(DIR, `${name}-${colorScheme}.png`), animations: 'disabled' });
        console.log(`tools/pictures/${name}-${colorScheme}.png`);
      }
    }
  } finally {
    await browser.close();
    await stack.close();
  }
}

await main();
