import type { Page } from 'playwright-core';

/** Content that has to be on the page: an element that takes room, with a text in it. */
export interface Shown {
  selector: string;
  text?: string;
}

/**
 * Waits until it is there, looked at in each frame. `waitFor` of a locator looks less and less often, at last every 500 ms, so
 * that it measures its own steps.
 */
export async function untilShown(page: Page, shown: Shown): Promise<void> {
  await page.waitForFunction(
    ({ selector, text = '' }) =>
      [...document.querySelectorAll(selector)].some(
        (element) => element.getClientRects().length > 0 && (element.textContent ?? '').includes(text),
      ),
    shown,
    { polling: 'raf', timeout: 60_000 },
  );
}
