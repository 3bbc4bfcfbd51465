/** @jest-environment @happy-dom/jest-environment */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { person } from '../testing/drawn.js';
import { PopupMenu } from './popup-menu.js';

const chosen = jest.fn<(item: string) => void>();
beforeEach(() => {
  chosen.mockClear();
  render(
    <>
      <PopupMenu
        trigger={(props) => <button {...props}>More</button>}
        placement="bottomLeft"
        width={200}
        label="Actions"
      >
        {(close) =>
          ['Edit', 'Move', 'Delete'].map((item) => (
            <button
              key={item}
              className="sy-menu-item"
              disabled={item === 'Move'}
              onClick={() => {
                chosen(item);
                close();
              }}
            >
              {item}
            </button>
          ))
        }
      </PopupMenu>
      <p>elsewhere</p>
    </>,
  );
});

const trigger = () => screen.getByRole('button', { name: 'More' });
const menu = () => screen.queryByRole('menu', { name: 'Actions' });
const focused = () => document.activeElement?.textContent;
const open = () => person.click(trigger());

describe('a menu under a button', () => {
  it('should open with the focus on its first item, and say so', async () => {
    expect(trigger().getAttribute('aria-expanded')).toBe('false');
    await open();
    expect(focused()).toBe('Edit');
    expect(trigger().getAttribute('aria-expanded')).toBe('true');
  });

  it('should go round by the arrow keys, past what is disabled', async () => {
    await open();
    await person.keyboard('{ArrowDown}');
    expect(focused()).toBe('Delete');
    await person.keyboard('{ArrowDown}');
    expect(focused()).toBe('Edit');
    await person.keyboard('{ArrowUp}');
    expect(focused()).toBe('Delete');
  });

  it('should go to its ends by Home and End', async () => {
    await open();
    await person.keyboard('{End}');
    expect(focused()).toBe('Delete');
    await person.keyboard('{Home}');
    expect(focused()).toBe('Edit');
  });

  it.each(['{Escape}', '{Tab}'])('should close at %s, with the focus on its button', async (key) => {
    await open();
    const page = jest.fn();
    addEventListener('keydown', page);
    await person.keyboard(key);
    removeEventListener('keydown', page);
    expect(menu()).toBeNull();
    expect(page).not.toHaveBeenCalled();
    expect(key === '{Tab}' || document.activeElement === trigger()).toBe(true);
  });

  it('should do what was chosen, close and give the focus back', async () => {
    await open();
    await person.keyboard('{ArrowDown}{Enter}');
    expect(chosen.mock.calls).toEqual([['Delete']]);
    expect(menu()).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('should close when the pointer goes down elsewhere, which takes the focus', async () => {
    await open();
    fireEvent.pointerDown(menu() ?? document.body);
    expect(menu()).not.toBeNull();
    fireEvent.pointerDown(screen.getByText('elsewhere'));
    expect(menu()).toBeNull();
  });

  it('should close when the window changes its size, and at a second press of the button', async () => {
    await open();
    fireEvent(window, new Event('resize'));
    expect(menu()).toBeNull();
    await open();
    await open();
    expect(menu()).toBeNull();
  });
});
