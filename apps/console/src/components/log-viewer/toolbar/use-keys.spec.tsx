/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { switchLetterKeys } from '../../../lib/letter-keys.js';
import type { LogCommand } from './keys.js';
import { useKeys } from './use-keys.js';

const run = jest.fn<(command: LogCommand) => boolean>();

function Viewer() {
  const root = useRef<HTMLDivElement>(null);
  useKeys(root, run);
  return (
    <div ref={root}>
      <input id="find" />
      <button id="tool" />
      <div role="log" id="lines" tabIndex={0}>
        <a id="link" href="#L1" />
        <span id="text" />
      </div>
    </div>
  );
}

/** Layout is not there: whether the viewer is on screen is given. */
let isOnScreen = true;
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get: () => (isOnScreen ? document.body : null),
});

const at = (id: string): Element => document.getElementById(id) ?? document.body;
const press = (key: string, id = 'text', more: KeyboardEventInit = {}): LogCommand | undefined => {
  run.mockClear();
  fireEvent.keyDown(at(id), { key, ...more });
  return run.mock.calls[0]?.[0];
};

describe('keys of the log', () => {
  let leave: () => void;
  beforeEach(() => {
    isOnScreen = true;
    run.mockReturnValue(true);
    leave = render(
      <>
        <Viewer />
        <input id="elsewhere" />
      </>,
    ).unmount;
  });
  afterEach(() => localStorage.clear());

  it('should work on the lines and on the page where nothing has the focus', () => {
    expect(press('n')).toBe('next');
    expect(press('End', 'nothing')).toBe('end');
  });

  it('should leave Home, End and letters to a field, a button and a link', () => {
    expect(['find', 'tool', 'link', 'elsewhere'].map((id) => press('End', id))).toEqual(Array(4).fill(undefined));
  });

  it('should open find from anywhere, but leave / to who types', () => {
    expect(press('f', 'elsewhere', { ctrlKey: true })).toBe('find');
    expect(press('/', 'find')).toBeUndefined();
    expect(press('/')).toBe('find');
  });

  it('should close find from anywhere in the viewer alone', () => {
    expect(press('Escape', 'find')).toBe('close');
    expect(press('Escape', 'elsewhere')).toBeUndefined();
  });

  it('should be no single letters for people who have switched those off', () => {
    switchLetterKeys(false);
    expect([press('n'), press('/')]).toEqual([undefined, undefined]);
    expect(press('f', 'text', { ctrlKey: true })).toBe('find');
    expect(press('End')).toBe('end');
  });

  it('should be left alone while the viewer is behind another tab', () => {
    isOnScreen = false;
    expect(press('n')).toBeUndefined();
  });

  it('should keep a press from the page only when it did something', () => {
    const page = jest.fn();
    addEventListener('keydown', page);
    expect(fireEvent.keyDown(at('text'), { key: 'n' })).toBe(false);
    expect(page).not.toHaveBeenCalled();
    run.mockReturnValue(false);
    expect(fireEvent.keyDown(at('text'), { key: 'Escape' })).toBe(true);
    expect(page).toHaveBeenCalledTimes(1);
    removeEventListener('keydown', page);
  });

  it('should end with the viewer', () => {
    leave();
    expect(press('f', 'nothing', { ctrlKey: true })).toBeUndefined();
  });
});
