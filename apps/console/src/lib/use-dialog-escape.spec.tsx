/** @jest-environment @happy-dom/jest-environment */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { useDialogEscape } from './use-dialog-escape.js';

const { checkVisibility } = Element.prototype;
beforeAll(() => {
  Element.prototype.checkVisibility = () => true;
});
afterAll(() => void Object.assign(Element.prototype, { checkVisibility }));

const closed = jest.fn<(name: string) => void>();
beforeEach(() => void closed.mockClear());
afterEach(() => document.body.replaceChildren());

function Layer({ name, open = true }: { name: string; open?: boolean }) {
  const { panelRef } = useDialogEscape(open, () => closed(name));
  return open && <div ref={panelRef} />;
}

const escape = (more: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key: 'Escape', ...more });
const calls = (): string[] => closed.mock.calls.map(([name]) => name);
const popup = (style = ''): void =>
  document.body.insertAdjacentHTML('beforeend', `<div class="ant-select-dropdown" style="${style}"></div>`);

describe('Escape over dialogs', () => {
  it('should close the one over all others alone', () => {
    const { rerender } = render(
      <>
        <Layer name="below" />
        <Layer name="above" />
      </>,
    );
    escape();
    expect(calls()).toEqual(['above']);
    rerender(
      <>
        <Layer name="below" />
        <Layer name="above" open={false} />
      </>,
    );
    escape();
    expect(calls()).toEqual(['above', 'below']);
  });

  it('should go by the document, whichever opened last', () => {
    const { rerender } = render(
      <>
        <Layer name="below" open={false} />
        <Layer name="above" />
      </>,
    );
    rerender(
      <>
        <Layer name="below" />
        <Layer name="above" />
      </>,
    );
    escape();
    expect(calls()).toEqual(['above']);
  });

  it('should be for a list that is open over the dialog', () => {
    render(<Layer name="dialog" />);
    popup();
    escape();
    expect(calls()).toEqual([]);
  });

  it('should close the dialog while a list over it is about to go', () => {
    render(<Layer name="dialog" />);
    popup('pointer-events: none');
    escape();
    expect(calls()).toEqual(['dialog']);
  });

  it('should be for an input method that composes a word', () => {
    render(<Layer name="dialog" />);
    escape({ isComposing: true });
    expect(calls()).toEqual([]);
  });

  it('should be for what keeps the press for itself', () => {
    render(<Layer name="dialog" />);
    const keep = (event: Event): void => event.stopPropagation();
    document.body.addEventListener('keydown', keep);
    escape();
    document.body.removeEventListener('keydown', keep);
    expect(calls()).toEqual([]);
  });

  it('should close nothing once the dialog is gone, nor at another key', () => {
    const { unmount } = render(<Layer name="dialog" />);
    fireEvent.keyDown(document.body, { key: 'Enter' });
    unmount();
    escape();
    expect(calls()).toEqual([]);
  });
});
