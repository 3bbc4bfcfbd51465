import type { Page } from 'playwright-core';
import { axeFaults, picture } from './browser.js';

type Look = readonly [width: 1440 | 390, colorScheme: 'light' | 'dark'];

const HEIGHTS = { 1440: 900, 390: 844 } as const;

/** A laptop and a phone, each in one theme, and both in both. */
const CORNERS: readonly Look[] = [
  [1440, 'light'],
  [390, 'dark'],
];
export const ALL_LOOKS: readonly Look[] = [[1440, 'light'], [1440, 'dark'], [390, 'light'], ...CORNERS.slice(1)];

/**
 * Looks at what is on screen at two sizes in two themes, with a picture of each. Answers serious faults that axe finds, and leaves
 * a light laptop.
 */
export async function lookFaults(page: Page, name: string, looks = CORNERS): Promise<string[]> {
  const faults: string[] = [];
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.emulateMedia({ colorScheme });
    faults.push(...(await themeFaults(page, colorScheme)).map((fault) => `${width} ${colorScheme}: ${fault}`));
    faults.push(...(await axeFaults(page)).map((fault) => `${width} ${colorScheme}: ${fault}`));
    await picture(page, `${name}-${width}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 1440, height: HEIGHTS[1440] });
  await page.emulateMedia({ colorScheme: 'light' });
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
