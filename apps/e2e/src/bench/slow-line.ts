import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Row } from './report.js';
import { spread } from './statistics.js';
import { untilShown } from './until-shown.js';

const ROUNDS = 5;
const FRAME_MS = 1_000;
/** A throttled 3G line, as the tools of browsers name it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms until an answer begins. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** How long a browser without a cache shows nothing of a page on a slow line. */
export async function measureSlowLine(
  browser: Browser,
  address: string,
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>,
): Promise<Row> {
  const [frames, useful]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    const begun = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await untilShown(page, { selector: 'table tbody tr td' });
    useful.push(performance.now() - begun);
    frames.push(await firstPaint(page));
    await context.close();
  }
  return {
    what: `history on a throttled 3G line, cold cache: until a frame of it is painted (n = ${ROUNDS})`,
    measured: `${spread(frames)} ms (useful: ${spread(useful)} ms)`,
    target: `≤ ${FRAME_MS} ms`,
    met: Math.max(...frames) <= FRAME_MS,
  };
}

/** Since the address was entered. */
const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? Infinity);
