import type { Page } from 'playwright-core';
import { targetFaults } from './browser.js';

/**
 * Parts that do not fit the width of the page (WCAG 2.2, 1.4.10): a page or dialog that scrolls sideways, and parts beyond its
 * right edge without one that scrolls to them. Logs, code, and wide tables in parts of their own may scroll.
 */
function reflowFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    const frames = [
      ...document.querySelectorAll('html, body, main, header, .sy-body, [role="dialog"], .ant-modal-body'),
    ];
    const sideways = frames
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `scrolls sideways: ${nameOf(each)} ${each.scrollWidth} > ${each.clientWidth}`);
    const ownScroll = (element: Element): boolean => {
      for (let each = element.parentElement; each && !frames.includes(each); each = each.parentElement) {
        if (scrolls(each)) {
          return true;
        }
      }
      return false;
    };
    const isCut = (element: Element): boolean => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        (right > innerWidth + 1 || left < -1) &&
        element.checkVisibility({ visibilityProperty: true })
      );
    };
    const texts = [...document.querySelectorAll('body *')].filter(
      (each) =>
        [...each.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim()) ||
        each.matches('button, input, a[href]'),
    );
    const isHidden = (element: Element): boolean =>
      element.closest('.sy-visually-hidden, [aria-hidden="true"], [role="log"], .sy-skip') !== null;
    const cut = texts
      .filter((each) => isCut(each) && !isHidden(each) && !ownScroll(each))
      .map((each) => `beyond the edge: ${nameOf(each)}`);
    return [...sideways, ...cut];
  });
}

/** Words of buttons, tabs and headings that are cut off without dots. */
function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role="tab"], a, h1, h2, h3, label, dt, th')]
      .filter((each) => {
        const { overflowX, textOverflow } = getComputedStyle(each);
        const clips = overflowX !== 'visible' && textOverflow !== 'ellipsis';
        return (
          clips &&
          each.checkVisibility({ visibilityProperty: true }) &&
          each.innerText.trim() !== '' &&
          each.scrollWidth > each.clientWidth + 1
        );
      })
      .map((each) => `cut off: ${each.tagName.toLowerCase()} "${each.innerText.trim().slice(0, 40)}"`),
  );
}

/** Parts that still move for somebody who wants less motion. */
function motionFaults(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => !(effect as KeyframeEffect).target?.closest('.ant-skeleton'))
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().duration !== 0)
      .map(({ effect }) => `moves: ${(effect as KeyframeEffect).target?.className ?? ''}`),
  );
}

/** Faults in the size of the screen, of its parts and targets, and parts that move. */
export async function sizeFaults(page: Page): Promise<string[]> {
  const found = await Promise.all([reflowFaults, cutWords, motionFaults, targetFaults].map((find) => find(page)));
  return found.flat();
}
