import { mkdir } from 'node:fs/promises';
import axeCore from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { join } from 'node:path';
import { PATIENCE_MS } from '@switchyard/testing';
import { holdAnswersIn } from './held-answers.js';
import { root } from './part.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page of a scenario is gone before V8's optimizing compilers have paid for themselves: a fifth less processor time. */
const SHORT_LIVED = '--js-flags=--no-turbofan --no-maglev';

/** Chromium crashes now and then while it starts (a segmentation fault before its first page). */
const STARTS = 3;

/**
 * Debian's Chromium, built without windows: for the same pages it takes a third of the processor time of
 * `/usr/bin/chromium --headless`. `SWITCHYARD_CHROMIUM` names another one.
 *
 * @param measured true when what the browser does is timed: its compilers then run as they do for everybody
 */
export async function openBrowser({ measured = false } = {}): Promise<Browser> {
  const executablePath = process.env.SWITCHYARD_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
  const options = { executablePath, args: measured ? FLAGS : [...FLAGS, SHORT_LIVED] };
  for (let start = 1; start < STARTS; start++) {
    try {
      return await chromium.launch(options);
    } catch (error) {
      console.warn(`Chromium did not start: ${causeOf(error)}`);
    }
  }
  return chromium.launch(options);
}

/** What Chromium itself printed last; Playwright's message repeats two pages of flags before it. */
function causeOf(error: unknown): string {
  return String(error).match(/\[err\] (?!\[)(.*)/)?.[1] ?? String(error).slice(0, 200);
}

export interface Person {
  page: Page;
  /** Errors that the page reported. */
  faults: string[];
}

declare global {
  /** Pages whose content belongs into the error of a failing test; `page-environment.mjs` reads it. */
  var openPages: Set<Page> | undefined;
}

/** A person with an own session, in front of a page of this size. */
export async function openPage(browser: Browser, address: string, width = 1440, height = 900): Promise<Person> {
  const context = await browser.newContext({ baseURL: address, viewport: { width, height }, reducedMotion: 'reduce' });
  holdAnswersIn(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  globalThis.openPages?.add(page);
  page.once('close', () => globalThis.openPages?.delete(page));
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults };
}

/** `E2E_LOOKS=all` looks at both sizes in both themes and keeps pictures, which takes a third longer. */
export const looksAtAll = process.env.E2E_LOOKS === 'all';

/** Keeps a picture of the page under `test-results`, for people to look at; nothing without `E2E_LOOKS=all`. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!looksAtAll) {
    return;
  }
  const dir = join(root, 'apps/e2e/test-results/pictures');
  await mkdir(dir, { recursive: true });
  await page.screenshot({ path: join(dir, `${name}.png`) });
}

/** Targets that are smaller than 24 pixels and too near to another one (WCAG 2.2, 2.5.8). */
export async function targetFaults(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: { nodes: { html: string; failureSummary: string }[] }[] }> };
    };
    const { violations } = await axe.run({
      runOnly: ['target-size'],
      rules: { 'target-size': { enabled: true } },
    });
    return violations.flatMap(({ nodes }) =>
      nodes.map(({ html, failureSummary }) => `too small: ${html.slice(0, 140)} ${failureSummary.slice(0, 160)}`),
    );
  });
}

/** Serious faults that axe finds on the page. */
export async function axeFaults(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(async () => {
    // A colour on its way from one theme to the other is nobody's contrast.
    const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(moving.map((each) => each.finished));
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  });
}

/** Evaluated once a document, not injected: the page's content security policy forbids foreign scripts, and must. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeCore.source);
  }
}
