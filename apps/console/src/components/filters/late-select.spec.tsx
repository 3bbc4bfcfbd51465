/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { DomStage, person } from '../testing/drawn.js';
import { LateSelect } from './late-select.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

function draw() {
  const onOpenChange = jest.fn();
  stage.draw(<LateSelect aria-label="Status" isUsed={false} unused="Any status" onOpenChange={onOpenChange} />);
  return onOpenChange;
}
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Status' });

describe('a select that loads when somebody comes to it', () => {
  it('should be a closed list with a name and what it stands for, though nothing is loaded', () => {
    draw();
    expect(field().tagName).toBe('BUTTON');
    expect(field().textContent).toBe('Any status');
    expect(field().getAttribute('aria-haspopup')).toBe('listbox');
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(field().getAttribute('aria-description')).toBe('Any status');
  });

  it.each(['{ArrowDown}', '{ArrowUp}', '{Enter}', ' '])('should open by the key "%s", once', async (key) => {
    const onOpenChange = draw();
    field().focus();
    await person.keyboard(key);
    expect(onOpenChange.mock.calls).toEqual([[true]]);
  });

  it('should not scroll the page by the key that opens it', () => {
    draw();
    expect(fireEvent.keyDown(field(), { key: 'ArrowDown' })).toBe(false);
    expect(fireEvent.keyDown(field(), { key: 'Tab' })).toBe(true);
  });

  it('should stay closed at keys that open no list, and at the focus', async () => {
    const onOpenChange = draw();
    await person.tab();
    expect(document.activeElement).toBe(field());
    await person.keyboard('x{Escape}');
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it('should open at a press of the pointer', async () => {
    const onOpenChange = draw();
    await person.click(field());
    expect(onOpenChange.mock.calls).toEqual([[true]]);
  });
});
