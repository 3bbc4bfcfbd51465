import type { ElementHandle, Page } from 'playwright-core';

/** Buttons that change something at once or open a row: nothing stands over the page afterwards. */
const OTHERS =
  '[aria-pressed], [role="switch"], [role="tab"], [aria-expanded]:not([aria-haspopup]), .sy-sort, [type="submit"], :disabled';
/** Rows of a list are alike: the first one stands for all. */
const ALIKE = 'tbody + tbody *, .sy-list > li + li *';
const OVER = '[role="dialog"], [role="menu"]';
/** How long something may take to open or to close, in milliseconds. */
const OPENS_MS = 1_000;

const isOver = (page: Page, open: boolean): Promise<boolean> =>
  page
    .waitForFunction(
      ([selector, wanted]) => {
        const shown = [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
        return shown === wanted;
      },
      [OVER, open] as const,
      { timeout: OPENS_MS, polling: 30 },
    )
    .then(
      () => true,
      () => false,
    );

/** Opens what the button opens and closes it by Escape. Answers what is wrong with its place and the focus meanwhile. */
async function faultsOf(page: Page, opener: ElementHandle<HTMLElement>): Promise<string[]> {
  const path = page.url();
  await opener.focus();
  await page.keyboard.press('Enter');
  if (!(await isOver(page, true))) {
    if (page.url() !== path) {
      await page.goBack();
    }
    return [];
  }
  const beyond = await page.evaluate(beyondWindow, OVER);
  const enters = await page
    .waitForFunction((over) => (document.activeElement?.closest(over) ?? null) !== null, OVER, {
      timeout: OPENS_MS,
      polling: 30,
    })
    .then(
      () => true,
      () => false,
    );
  for (let presses = 0; presses < 3 && !(await isOver(page, false)); presses += 1) {
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Escape');
  if (!(await isOver(page, false))) {
    return [...beyond, 'Escape does not close it'];
  }
  const returns = await opener.evaluate((element) => element === document.activeElement);
  return [
    ...beyond,
    ...(enters ? [] : ['the focus does not enter it']),
    ...(returns ? [] : ['the focus does not return']),
  ];
}

/** Open parts that do not end within the window. */
function beyondWindow(over: string): string[] {
  const shown = [...document.querySelectorAll<HTMLElement>(over)].filter((each) => each.checkVisibility());
  const parts = shown.map((each) => each.querySelector<HTMLElement>('.ant-modal-container') ?? each);
  const bottoms = parts.map((each) => Math.round(each.getBoundingClientRect().bottom));
  return bottoms.filter((bottom) => bottom > innerHeight).map((bottom) => `it ends at ${bottom} of ${innerHeight} px`);
}

/** Opens and closes everything that buttons of the page open over it: dialogs and menus. */
export async function openerFaults(page: Page, within = 'main'): Promise<string[]> {
  const faults: string[] = [];
  const buttons = page.locator(`:is(${within}) button:not(${OTHERS}, ${ALIKE}):visible`);
  const count = await buttons.count();
  for (let at = 0; at < count; at += 1) {
    const opener = (await buttons.nth(at).elementHandle()) as ElementHandle<HTMLElement> | null;
    const name = await opener?.evaluate((element) => element.getAttribute('aria-label') ?? element.innerText);
    const found = opener === null ? [] : await faultsOf(page, opener);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}
