import type { Browser } from 'playwright-core';
import { openBrowser } from './browser.js';
import { TestStack } from './stack.js';

declare global {
  /** The file of a batch sets it. */
  var isBatch: boolean | undefined;
}

/** A scenario that runs by itself has a stack of its own in any case. */
export const isShared = ({ shared = false }: { shared?: boolean }): boolean => shared && globalThis.isBatch === true;

let stack: Promise<TestStack> | undefined;
let browser: Promise<Browser> | undefined;

/** The stack of all scenarios in this batch that need nothing of their own: a start takes longer than most tests. */
export const sharedStack = (): Promise<TestStack> => (stack ??= TestStack.start());

export const sharedBrowser = (): Promise<Browser> => (browser ??= openBrowser());

/** Ends both; the file of a batch calls it after its last scenario. @throws as `TestStack.close` */
export async function closeShared(): Promise<void> {
  await (await browser)?.close();
  await (await stack)?.close();
  [stack, browser] = [undefined, undefined];
}
