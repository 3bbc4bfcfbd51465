import type { Page } from 'playwright-core';

/** Least contrast of what shows the focus with its ground (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;

/** The fault of a page on which nothing has the focus. */
export const NOWHERE = 'the focus is nowhere';

/**
 * Returns the fault of the focus for a person at the keyboard: it is nowhere, nothing shows it, or it is out of sight (WCAG 2.4.7,
 * 2.4.11). `null` = nothing. A part that scripts alone can focus, such as a heading or a dialog, needs no ring.
 */
export function focusFault(page: Page): Promise<string | null> {
  return page.evaluate((least) => {
    type Colour = [number, number, number, number];
    const colourOf = (text: string): Colour => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    };
    const light = ([r, g, b]: Colour): number => {
      const part = (value: number): number =>
        value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const groundOf = (element: Element | null): Colour => {
      for (let each = element; each; each = each.parentElement) {
        const colour = colourOf(getComputedStyle(each).backgroundColor);
        if (colour[3] > 0.9) {
          return colour;
        }
      }
      return [255, 255, 255, 1];
    };
    const stands = (text: string, element: Element): boolean => {
      const [colour, ground] = [colourOf(text), groundOf(element.parentElement)];
      const [dark = 0, bright = 0] = [light(colour), light(ground)].sort((one, other) => one - other);
      return colour[3] > 0.9 && (bright + 0.05) / (dark + 0.05) >= least;
    };
    const isField = 'input, textarea, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .cm-editor, .si-input';
    const isDrawn = (element: Element, part: string): boolean =>
      part === '' || getComputedStyle(element, part).content !== 'none';
    const hasRing = (element: Element, part = ''): boolean => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, part);
      const ring = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
      return ring && isDrawn(element, part) && stands(outlineColor, element);
    };
    const shows = (element: Element): boolean => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(element);
      const border = element.matches(isField) && parseFloat(borderTopWidth) >= 1;
      return hasRing(element) || hasRing(element, '::after') || (border && stands(borderTopColor, element));
    };
    const active = document.activeElement;
    if (active === null || active === document.body) {
      return 'the focus is nowhere';
    }
    const html = active.outerHTML.slice(0, 160);
    if (active.getAttribute('tabindex') === '-1') {
      return null;
    }
    const around = [active, active.parentElement, active.parentElement?.parentElement, active.closest('.ant-select')];
    const places = [...around, active.nextElementSibling].filter((each) => each instanceof Element);
    if (!places.some(shows)) {
      return `nothing shows the focus: ${html}`;
    }
    const box = active.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, innerHeight) / 2);
    const whole = active.closest('.ant-select, .ant-radio-group, .ant-segmented, label') ?? active;
    return at !== null && (whole.contains(at) || at.contains(active)) ? null : `the focus is out of sight: ${html}`;
  }, LEAST_CONTRAST);
}
