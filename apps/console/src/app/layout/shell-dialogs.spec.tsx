/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { DomStage } from '../../components/testing/drawn.js';
import { switchLetterKeys } from '../../lib/letter-keys.js';
import { useShellDialogs } from './shell-dialogs.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => {
  stage.stop();
  localStorage.clear();
  document.body.replaceChildren();
});

const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...more });

/** A field that stands on the page. @param html with one element */
function onPage(html: string): Element {
  document.body.insertAdjacentHTML('beforeend', html);
  return document.body.lastElementChild ?? document.body;
}

describe('the keys that work on every page', () => {
  let shown: () => string | null;
  let leave: () => void;
  beforeEach(() => {
    const { result, unmount } = stage.hook(useShellDialogs);
    shown = () => result().shown;
    leave = unmount;
  });

  it('should open the palette with Ctrl+K or Cmd+K, even from a field, and close it again', () => {
    const field = onPage('<textarea></textarea>');
    press('k', { ctrlKey: true }, field);
    expect(shown()).toBe('palette');
    press('K', { metaKey: true });
    expect(shown()).toBeNull();
  });

  it('should open the sheet of shortcuts with ?, and put the other dialog away', () => {
    press('k', { ctrlKey: true });
    press('?');
    expect(shown()).toBe('shortcuts');
  });

  it.each(['<input>', '<textarea></textarea>', '<select></select>'])('should take no ? from %s', (html) => {
    press('?', {}, onPage(html));
    expect(shown()).toBeNull();
  });

  it('should take no ? from people who have switched letters off, but Ctrl+K still', () => {
    switchLetterKeys(false);
    press('?');
    expect(shown()).toBeNull();
    press('k', { ctrlKey: true });
    expect(shown()).toBe('palette');
  });

  it('should leave a press alone that something on the page has used, or that Alt changes', () => {
    const panel = onPage('<div></div>');
    panel.addEventListener('keydown', (event) => event.preventDefault());
    press('?', {}, panel);
    press('k', { ctrlKey: true, altKey: true });
    expect(shown()).toBeNull();
  });

  it('should keep the browser from its own use of the keys it takes alone', () => {
    expect(press('k', { ctrlKey: true })).toBe(false);
    expect(press('j', { ctrlKey: true })).toBe(true);
  });

  it("should be the browser's own again once the page is left", () => {
    leave();
    expect(press('k', { ctrlKey: true })).toBe(true);
  });
});
