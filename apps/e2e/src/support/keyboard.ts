import { eventually } from '@switchyard/testing';
import type { Locator, Page } from 'playwright-core';
import { focusFault, NOWHERE } from './focus.js';

/** How many presses of Tab may lead to a control. */
const MOST_TABS = 60;
const SETTLED_MS = 5_000;

/** Somebody who works with keys alone, and presses one only while he sees where the focus is. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Waits until the focus is somewhere and seen. Rejects with what is wrong with it. */
  seen(): Promise<void> {
    return eventually(
      async () => {
        const fault = await focusFault(this.page);
        if (fault !== null) {
          throw new Error(fault);
        }
      },
      { timeout: SETTLED_MS },
    );
  }

  /** @param keys one after the other, as Playwright names them */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.seen();
      await this.page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    await this.seen();
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the control has the focus. */
  async tabTo(control: Locator, key = 'Tab'): Promise<void> {
    await control.waitFor();
    const passed: string[] = [];
    for (let presses = 0; presses < MOST_TABS; presses += 1) {
      if (await isFocused(control)) {
        return this.seen();
      }
      // Beyond the last control Tab leaves the page for the browser's own, and comes back.
      if ((await focusFault(this.page)) !== NOWHERE) {
        await this.seen();
      }
      await this.page.keyboard.press(key);
      passed.push(await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ''));
    }
    throw new Error(`${key} does not lead to ${String(control)}, but to:\n${passed.join('\n')}`);
  }

  /** Leads to the control and presses Enter on it. */
  async use(control: Locator): Promise<void> {
    await this.tabTo(control);
    await this.press('Enter');
  }

  /** Waits until the control has the focus. */
  async isAt(control: Locator): Promise<void> {
    await control.and(this.page.locator(':focus')).waitFor({ timeout: SETTLED_MS });
    await this.seen();
  }
}

const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);
