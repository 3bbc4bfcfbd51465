/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keepClicks } from './click-keeper.js';

describe('keepClicks', () => {
  const clicked: string[] = [];

  beforeAll(keepClicks);
  beforeEach(() => {
    clicked.length = 0;
    document.body.innerHTML =
      '<div id="row"><button id="tab"><i id="icon"></i></button><button id="other"></button></div>';
    for (const element of document.querySelectorAll('[id]')) {
      element.addEventListener('click', ({ currentTarget }) => clicked.push((currentTarget as Element).id));
    }
  });
  afterEach(() => document.body.replaceChildren());

  const send = (id: string, type: string, init: MouseEventInit = {}): void => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 10, clientY: 10, ...init });
    document.getElementById(id)?.dispatchEvent(event);
  };

  it('should give the click to the control that the page has moved away', () => {
    send('icon', 'pointerdown');
    send('row', 'click', { clientX: 12 });
    expect(clicked).toEqual(['tab', 'row']);
  });

  it.each([
    ['was dragged off', { clientY: 15 }],
    ['has a modifier', { ctrlKey: true }],
  ])('should leave a click that %s', (_, init) => {
    send('tab', 'pointerdown');
    send('row', 'click', init);
    expect(clicked).toEqual(['row']);
  });

  it('should leave clicks that arrive, and those of another button', () => {
    send('icon', 'pointerdown');
    send('icon', 'click');
    send('tab', 'pointerdown', { button: 2 });
    send('row', 'click');
    send('tab', 'pointerdown');
    send('other', 'click');
    expect(clicked).toEqual(['icon', 'tab', 'row', 'row', 'other', 'row']);
  });

  it('should give each press one click', () => {
    send('tab', 'pointerdown');
    send('row', 'click');
    send('row', 'click');
    expect(clicked).toEqual(['tab', 'row', 'row']);
  });
});
