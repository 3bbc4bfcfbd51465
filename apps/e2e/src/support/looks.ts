import type { Page } from 'playwright-core';
import { axeFaults, looksAtAll, picture } from './browser.js';

type Look = readonly [width: 1440 | 390, colorScheme: 'light' | 'dark'];

const HEIGHTS = { 1440: 900, 390: 844 } as const;

const ALL: readonly Look[] = [
  [1440, 'light'],
  [1440, 'dark'],
  [390, 'light'],
  [390, 'dark'],
];

/** A laptop and a phone, each in one theme; with `E2E_LOOKS=all` both in both. */
export const LOOKS = looksAtAll ? ALL : ALL.filter(([width, scheme]) => (width === 1440) === (scheme === 'light'));

/** Shows the page as one of the looks. */
export async function look(page: Page, [width, colorScheme]: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.emulateMedia({ colorScheme });
}

/** Answers serious faults that axe finds in each of the looks, keeps pictures where they are wanted, and leaves a light laptop. */
export async function lookFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, colorScheme] of LOOKS) {
    await look(page, [width, colorScheme]);
    faults.push(...(await themeFaults(page, colorScheme)).map((fault) => `${width} ${colorScheme}: ${fault}`));
    faults.push(...(await axeFaults(page)).map((fault) => `${width} ${colorScheme}: ${fault}`));
    await picture(page, `${name}-${width}-${colorScheme}`);
  }
  await look(page, [1440, 'light']);
  return faults;
}

/** A theme that somebody chose does not follow the system: the picture would not be what its name says. */
async function themeFaults(page: Page, wanted: 'light' | 'dark'): Promise<string[]> {
  const isShown = page.waitForFunction((theme) => (document.documentElement.dataset.theme ?? theme) === theme, wanted, {
    timeout: 5_000,
  });
  return isShown.then(
    () => [],
    () => ['another theme is chosen'],
  );
}
