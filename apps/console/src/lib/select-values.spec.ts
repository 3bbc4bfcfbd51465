/** @jest-environment @happy-dom/jest-environment */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeSelects } from './select-values.js';

beforeAll(describeSelects);

describe(describeSelects.name, () => {
  let input: HTMLInputElement;

  const draw = (chosen: string, reason?: string): void => {
    document.body.innerHTML = `<div class="ant-select" ${reason === undefined ? '' : `data-reason="${reason}"`}>
      <div class="ant-select-content">${chosen}</div><input role="combobox"></div><input id="other">`;
    input = within('.ant-select input');
  };
  function within<E extends HTMLElement = HTMLInputElement>(selector: string): E {
    const [found] = document.querySelectorAll<E>(selector);
    if (!found) {
      throw new Error(`${selector} is not there`);
    }
    return found;
  }
  const focus = (target: Element): boolean => target.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  const spoken = (): string | null => input.getAttribute('aria-description');

  beforeEach(() => draw('production'));

  it('should tell the chosen value when the select is reached', () => {
    focus(input);
    expect(spoken()).toBe('production');
  });

  it('should tell the new value after a key has changed it', () => {
    focus(input);
    within('.ant-select-content').textContent = 'staging';
    input.dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowDown', bubbles: true }));
    expect(spoken()).toBe('staging');
  });

  it('should add why the select cannot be used, and tell that alone when nothing is chosen', () => {
    draw('production', 'Set by the template');
    focus(input);
    expect(spoken()).toBe('production. Set by the template');
    draw('', 'Set by the template');
    focus(input);
    expect(spoken()).toBe('Set by the template');
  });

  it('should leave fields alone that are no select', () => {
    const other = within('#other');
    focus(other);
    expect(other.hasAttribute('aria-description')).toBe(false);
  });
});
