/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { PopupNote } from './popup-note.js';

const row = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  row.mockClear();
  document.documentElement.dataset.keys = '';
  render(
    <div onClick={row}>
      <PopupNote title="Commit" label="abc123">
        {(leave) => (
          <a href="#commit" onClick={leave}>
            open
          </a>
        )}
      </PopupNote>
    </div>,
  );
});
afterEach(() => {
  jest.useRealTimers();
  delete document.documentElement.dataset.keys;
});

const button = () => screen.getByRole('button');
const tip = () => screen.queryByRole('tooltip');
const dialog = () => screen.queryByRole('dialog');
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const pointer = (way: 'Enter' | 'Leave', pointerType = 'mouse') =>
  fireEvent[`pointer${way}`](button().parentElement ?? button(), { pointerType });

describe('a note at a button', () => {
  it('should be shown once the pointer rests there, and go when it has left', () => {
    pointer('Enter');
    expect(tip()).toBeNull();
    pass(100);
    expect(tip()).not.toBeNull();
    expect(button().getAttribute('aria-describedby')).toBe(tip()?.id);
    pointer('Leave');
    pass(100);
    expect(tip()).toBeNull();
  });

  it('should stay when the pointer comes back at once, as over the gap to the note', () => {
    pointer('Enter');
    pass(100);
    pointer('Leave');
    pass(50);
    pointer('Enter');
    pass(200);
    expect(tip()).not.toBeNull();
  });

  it('should not be shown to a finger that only passes', () => {
    pointer('Enter', 'touch');
    pass(200);
    expect(tip()).toBeNull();
  });

  it('should be shown for the focus of the keyboard alone', () => {
    delete document.documentElement.dataset.keys;
    fireEvent.focus(button());
    expect(tip()).toBeNull();
    document.documentElement.dataset.keys = '';
    fireEvent.focus(button());
    expect(tip()).not.toBeNull();
    fireEvent.blur(button());
    expect(tip()).toBeNull();
  });

  it('should be a dialog with the focus on its link once it is pressed, whatever the pointer does', () => {
    fireEvent.click(button());
    expect(dialog()?.getAttribute('aria-label')).toBe('Commit');
    expect(document.activeElement?.textContent).toBe('open');
    pointer('Leave');
    pass(500);
    expect(dialog()).not.toBeNull();
    expect(row).not.toHaveBeenCalled();
  });

  it('should give the focus back at Escape, at Tab beyond its links, and when a link is followed', () => {
    const leave = [
      () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }),
      () => fireEvent.keyDown(screen.getByText('open'), { key: 'Tab' }),
      () => fireEvent.click(screen.getByText('open')),
    ];
    for (const way of leave) {
      fireEvent.click(button());
      way();
      expect(dialog()).toBeNull();
      expect(document.activeElement).toBe(button());
    }
  });
});
