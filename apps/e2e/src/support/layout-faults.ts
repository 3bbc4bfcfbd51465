import type { Page } from 'playwright-core';

/** A text on screen: its node, and the part of each of its lines that no ancestor cuts off. */
interface ShownText {
  node: Text;
  element: HTMLElement;
  lines: { whole: DOMRect; clip: Clip; clipper: HTMLElement | null }[];
}

interface Clip {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

type Looking = typeof globalThis & { shownTexts: () => ShownText[]; topLayer: () => HTMLElement };

/**
 * Parts that a person cannot read as they stand, in any language: texts that are cut off without an ellipsis and a title, that lie
 * over each other or leave their button, words that break in headings and on buttons, a page that scrolls sideways, and hints that
 * stand as near to the next label as to their own field.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Parts that follow the size of the window are drawn one frame after it.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await page.evaluate(defineLooking);
  const found = [
    await page.evaluate(cutTexts),
    await page.evaluate(overlappingTexts),
    await page.evaluate(brokenWords),
    await page.evaluate(sidewaysPlaces),
    await page.evaluate(gluedHints),
  ];
  return [...new Set(found.flat())];
}

/** Gives the page what the checks share; logs, editors and texts for screen readers alone are no part of it. */
function defineLooking(): void {
  const NOT_SHOWN = '[role=log], .cm-editor, .sy-visually-hidden, .sr-only, .ant-select-measure, script, style, title';
  const looking = globalThis as Looking;
  looking.topLayer = () => {
    const layers = [...document.querySelectorAll<HTMLElement>('[role=dialog], [popover]:popover-open')];
    return layers.filter((each) => each.checkVisibility()).at(-1) ?? document.body;
  };
  /** The room that ancestors leave to what stands in the element, and the one that cuts it at its side. */
  const clipOf = (element: HTMLElement): { clip: Clip; clipper: HTMLElement | null } => {
    const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    let clipper: HTMLElement | null = null;
    for (let each: HTMLElement | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, position, display, clipPath, textOverflow, paddingRight } = getComputedStyle(each);
      if (clipPath.startsWith('inset(50%')) {
        return { clip: { left: 0, right: 0, top: 0, bottom: 0 }, clipper: each };
      }
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible' && display !== 'inline') {
        const right = box.right - (textOverflow === 'ellipsis' ? parseFloat(paddingRight) : 0);
        if (right < clip.right || box.left > clip.left) {
          clipper = each;
        }
        clip.left = Math.max(clip.left, box.left);
        clip.right = Math.min(clip.right, right);
      }
      if (overflowY !== 'visible' && display !== 'inline') {
        clip.top = Math.max(clip.top, box.top);
        clip.bottom = Math.min(clip.bottom, box.bottom);
      }
      if (position === 'fixed') {
        break;
      }
    }
    return { clip, clipper };
  };
  looking.shownTexts = () => {
    const found: ShownText[] = [];
    const walker = document.createTreeWalker(looking.topLayer(), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement;
      const isShown = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!element || !isShown || !node.data.trim() || element.closest(NOT_SHOWN)) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const { clip, clipper } = clipOf(element);
      const lines = [...range.getClientRects()]
        .filter(
          ({ top, bottom, width }) => width > 0 && (top + bottom) / 2 > clip.top && (top + bottom) / 2 < clip.bottom,
        )
        .map((whole) => ({ whole, clip, clipper }));
      if (lines.length > 0) {
        found.push({ node, element, lines });
      }
    }
    return found;
  };
}

/** Texts beyond the place that cuts them, but for those that end in an ellipsis and are whole in a title. */
function cutTexts(): string[] {
  const { shownTexts } = globalThis as Looking;
  const BOXES = 'button, th, td, label, a, [role=tab], [role=button], [role=menuitem], .ant-select, .ant-tag, .sy-pill';
  const isWhole = (element: HTMLElement, clipper: HTMLElement | null): boolean =>
    clipper !== null &&
    getComputedStyle(clipper).textOverflow === 'ellipsis' &&
    (clipper.closest('[title]') ?? element.closest('[title]') ?? clipper.querySelector('[title]')) !== null;
  const cut = shownTexts().flatMap(({ node, element, lines }) =>
    lines
      .filter(({ whole, clip }) => whole.right > clip.right + 1 || whole.left < clip.left - 1)
      .filter(({ clipper }) => !isWhole(element, clipper))
      .map(({ clipper }) => `cut: ${node.data.trim().slice(0, 60)} (${clipper?.className || 'page'})`),
  );
  const leaving = shownTexts().flatMap(({ node, element, lines }) => {
    const box = element.closest<HTMLElement>(BOXES);
    const room = box && getComputedStyle(box).display !== 'inline' ? box.getBoundingClientRect() : null;
    return room && lines.some(({ whole, clip }) => Math.min(whole.right, clip.right) > room.right + 1)
      ? [`leaves its place: ${node.data.trim().slice(0, 60)} (${box?.className || box?.tagName})`]
      : [];
  });
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter((each) => each.checkVisibility() && each.value === '' && each.placeholder !== '')
    .filter((each) => {
      const style = getComputedStyle(each);
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen) {
        return false;
      }
      pen.font = style.font;
      const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return pen.measureText(each.placeholder).width > room + 1 && each.title === '';
    })
    .map(({ placeholder }) => `cut: ${placeholder} (placeholder)`);
  return [...cut, ...leaving, ...fields];
}

/** Texts that lie over each other, and are both to be seen there. */
function overlappingTexts(): string[] {
  const { shownTexts } = globalThis as Looking;
  /** Pixels that neighbours may share: letters do not fill their line. */
  const SHARED = 4;
  const boxes = shownTexts().flatMap(({ node, element, lines }) =>
    lines.map(({ whole, clip }) => ({
      node,
      element,
      left: Math.max(whole.left, clip.left),
      right: Math.min(whole.right, clip.right),
      top: Math.max(whole.top, clip.top),
      bottom: Math.min(whole.bottom, clip.bottom),
    })),
  );
  const isOnTop = (element: HTMLElement, x: number, y: number): boolean => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element));
  };
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
      const [top, bottom] = [Math.max(one.top, other.top), Math.min(one.bottom, other.bottom)];
      const isOver = one.node !== other.node && right - left > SHARED && bottom - top > SHARED;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return isOver && isOnTop(one.element, x, y) && isOnTop(other.element, x, y)
        ? [`over each other: ${one.node.data.trim().slice(0, 40)} / ${other.node.data.trim().slice(0, 40)}`]
        : [];
    }),
  );
}

/** Words and figures on two lines, columns that are too narrow to read and headings over several lines. */
function brokenWords(): string[] {
  const { shownTexts } = globalThis as Looking;
  const WHOLE = 'th, button, label, dt, h1, h2, h3, legend, [role=tab], [role=menuitem], nav a, .sy-status, .sy-pill';
  const FIGURE = '.sy-num:not(.sy-wrap), .sy-status-note';
  const segmenter = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
  const broken = shownTexts()
    .filter(({ element, lines }) => lines.length > 1 && element.closest(WHOLE))
    .flatMap(({ node }) =>
      [...segmenter.segment(node.data)].flatMap(({ segment, index, isWordLike }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + segment.length);
        return isWordLike && new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
          ? [`broken: ${segment} in ${node.data.trim().slice(0, 60)}`]
          : [];
      }),
    );
  const figures = shownTexts()
    .filter(({ element, lines }) => element.closest(FIGURE) && new Set(lines.map(({ whole }) => whole.top)).size > 1)
    .map(({ node }) => `broken: ${node.data.trim().slice(0, 60)}`);
  const heads = [...document.querySelectorAll<HTMLElement>('th')].filter(
    (each) => each.checkVisibility() && each.innerText.trim() !== '' && !each.querySelector('.sy-visually-hidden'),
  );
  const narrow = heads.filter(({ clientWidth }) => clientWidth < 40).map(({ innerText }) => `narrow: ${innerText}`);
  const tall = heads.filter(({ clientHeight }) => clientHeight > 60).map(({ innerText }) => `tall: ${innerText}`);
  return [...broken, ...figures, ...narrow, ...tall];
}

/** Hints and faults of fields with the label of the next field right below them. */
function gluedHints(): string[] {
  /** Least pixels between them. */
  const APART = 8;
  const HINTS = '.ant-form-item-extra, .ant-form-item-explain';
  const boxOf = (each: Element): DOMRect => each.getBoundingClientRect();
  const shown = (selector: string): HTMLElement[] =>
    [...document.querySelectorAll<HTMLElement>(`form :is(${selector})`)].filter(
      (each) => each.checkVisibility() && boxOf(each).height > 0,
    );
  const labels = shown('.ant-form-item-label');
  return shown(HINTS).flatMap((hint) => {
    const { left, right, bottom } = boxOf(hint);
    return labels
      .filter((label) => boxOf(label).left < right && boxOf(label).right > left)
      .filter((label) => boxOf(label).top > bottom - 2 && boxOf(label).top < bottom + APART)
      .map((label) => `glued: ${hint.innerText.slice(0, 40)} / ${label.innerText}`);
  });
}

/** Places that scroll sideways; logs, code and editors may. */
function sidewaysPlaces(): string[] {
  const MAY = '[role=log], pre, code, textarea, input, .cm-editor, .sy-code';
  const scrolls = (each: Element): boolean =>
    each === document.scrollingElement || ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
  return [...document.querySelectorAll<HTMLElement>('*')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && scrolls(each))
    .filter((each) => each.checkVisibility() && !each.closest(MAY))
    .map((each) => `sideways: ${each.className || each.tagName} ${each.scrollWidth} > ${each.clientWidth}`);
}
