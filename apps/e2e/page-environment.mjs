import { TestEnvironment } from 'jest-environment-node';

/** Characters of a page that an error shows. */
const LIMIT = 6_000;

/**
 * The environment of a scenario: when a test fails, its error also names what the pages showed at that moment, as a screen
 * reader reads them, dialogs first. `openPage` of the support names the pages in `openPages`.
 */
export default class PageEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.openPages = new Set();
  }

  /** @param {{ name: string, error?: unknown }} event */
  async handleTestEvent(event) {
    if (event.name !== 'test_fn_failure' || typeof event.error?.stack !== 'string') {
      return;
    }
    for (const page of this.global.openPages) {
      event.error.stack = withPage(event.error.stack, await shown(page));
    }
  }
}

/** @param {import('playwright-core').Page} page */
async function shown(page) {
  try {
    const parts = [...(await page.getByRole('dialog').all()), page.locator('body')];
    const snapshots = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 5_000 })));
    return [page.url(), ...snapshots].join('\n');
  } catch (error) {
    return `No snapshot of the page: ${error}`;
  }
}

/**
 * The message goes before the first place of the stack, where Jest looks for it.
 * @param {string} stack
 * @param {string} text
 */
function withPage(stack, text) {
  const message = `\n\nThe page showed: ${text.slice(0, LIMIT)}\n`;
  const places = stack.search(/\n\s+at /);
  return places < 0 ? stack + message : stack.slice(0, places) + message + stack.slice(places);
}
