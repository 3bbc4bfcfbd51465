/** @jest-environment @happy-dom/jest-environment */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { focusPage, giveFocusBack, hasGivenFocus, isAtKeyboard, keepFocus } from './focus-keeper.js';

const { checkVisibility } = Element.prototype;
beforeAll(() => {
  // Without layout everything that is in the document is on screen.
  Element.prototype.checkVisibility = function checkVisibility(this: Element) {
    return this.isConnected && this.closest('[hidden]') === null;
  };
  keepFocus();
});
afterAll(() => void Object.assign(Element.prototype, { checkVisibility }));

const at = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`#${id} is gone`);
  }
  return element;
};
const focused = (): string => document.activeElement?.id ?? '';
/** The keeper learns of changes of the page after they were made. */
const changed = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  fireEvent.pointerDown(document.body);
  document.body.innerHTML = `
    <main id="main"><h1 id="title">Keys</h1><button id="one"></button><button id="two"></button><button id="three"></button></main>`;
});

describe('the focus of a page', () => {
  it('should go to the control in the place of one that is removed', async () => {
    at('two').focus();
    at('two').remove();
    await changed();
    expect(focused()).toBe('three');
    expect(hasGivenFocus()).toBe(true);
  });

  it('should go to the last one where the last is removed', async () => {
    at('three').focus();
    at('three').remove();
    await changed();
    expect(focused()).toBe('two');
  });

  it('should go to the title where no control is left', async () => {
    at('two').focus();
    ['one', 'two', 'three'].forEach((id) => at(id).remove());
    await changed();
    expect(focused()).toBe('title');
  });

  it('should pass over what is hidden or disabled', async () => {
    at('three').hidden = true;
    at('one').setAttribute('disabled', '');
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<a id="link" href="#"></a>');
    at('two').focus();
    at('two').remove();
    await changed();
    expect(focused()).toBe('link');
  });

  it('should return to a control that was disabled while it worked', async () => {
    at('two').focus();
    at('two').blur();
    at('two').setAttribute('disabled', '');
    await changed();
    at('two').removeAttribute('disabled');
    await changed();
    expect(focused()).toBe('two');
  });

  it('should stay nowhere after a press of the pointer, which goes where people want it', async () => {
    at('two').focus();
    fireEvent.pointerDown(document.body);
    at('two').remove();
    await changed();
    expect(document.activeElement).toBe(document.body);
  });

  it("should be no more the keeper's once somebody moves it", async () => {
    at('two').focus();
    at('two').remove();
    await changed();
    at('one').focus();
    at('three').focus();
    expect(hasGivenFocus()).toBe(false);
  });

  it('should begin at the title, or at the page while it has none', () => {
    focusPage();
    expect(focused()).toBe('title');
    at('title').remove();
    focusPage();
    expect(focused()).toBe('main');
  });
});

describe('the focus after a dialog', () => {
  it('should return to what opened it', () => {
    giveFocusBack(at('one'));
    expect(focused()).toBe('one');
  });

  it('should go to the dialog below where the opener is gone', () => {
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="below" tabindex="-1"></div>');
    const opener = at('one');
    opener.remove();
    giveFocusBack(opener);
    expect(focused()).toBe('below');
  });

  it('should go to the place on the page that had it last, not to one in a dialog that has left', () => {
    at('two').focus();
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" id="dialog"><button id="inside"></button></div>');
    at('inside').focus();
    at('dialog').remove();
    giveFocusBack(null);
    expect(focused()).toBe('two');
  });

  it('should go to the title where the page is another one by then', () => {
    at('two').focus();
    history.pushState(null, '', '/elsewhere');
    giveFocusBack(null);
    expect(focused()).toBe('title');
  });
});

describe('Tab in a dialog', () => {
  beforeEach(() =>
    document.body.insertAdjacentHTML(
      'beforeend',
      `<div role="dialog" aria-modal="true">
        <input id="first"><input id="off" disabled>
        <input type="radio" name="kind" id="chosen" checked><input type="radio" name="kind" id="other">
        <button id="last"></button><button id="skipped" tabindex="-1"></button></div>`,
    ),
  );
  const tab = (shiftKey = false): boolean =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab', shiftKey });

  it('should lead from its last control to its first, and back', () => {
    at('last').focus();
    expect(tab()).toBe(false);
    expect(focused()).toBe('first');
    expect(tab(true)).toBe(false);
    expect(focused()).toBe('last');
  });

  it('should be left to the browser between them', () => {
    at('chosen').focus();
    expect(tab()).toBe(true);
    expect(focused()).toBe('chosen');
  });

  it('should begin at its first control when nothing has the focus', () => {
    (document.activeElement as HTMLElement | null)?.blur();
    tab();
    expect(focused()).toBe('first');
  });

  it('should end at the chosen one of radio buttons', () => {
    at('last').remove();
    at('chosen').focus();
    expect(tab()).toBe(false);
    expect(focused()).toBe('first');
  });
});

describe('who is at the keyboard', () => {
  it('should be known until the pointer is pressed', () => {
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(isAtKeyboard()).toBe(true);
    fireEvent.pointerDown(document.body);
    expect(isAtKeyboard()).toBe(false);
  });
});
