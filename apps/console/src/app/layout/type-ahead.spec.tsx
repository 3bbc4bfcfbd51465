/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { DomStage } from '../../components/testing/drawn.js';
import { TypeAhead } from './type-ahead.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const onClose = jest.fn();
const onCommand = jest.fn();

function Page() {
  const [typed, setTyped] = useState('');
  return (
    <main onKeyDown={onCommand}>
      <TypeAhead onTyped={setTyped} onClose={onClose} />
      <button type="button">{typed}</button>
    </main>
  );
}

it('should keep what is typed, and what is taken back of it, and let no page take the keys', () => {
  const { container } = stage.draw(<Page />);
  const button = container.querySelector('button') as HTMLButtonElement;
  for (const key of ['d', 'E', '?', 'Backspace', 'Shift', ' ']) {
    fireEvent.keyDown(button, { key });
  }
  expect(button.textContent).toBe('dE ');
  expect(onCommand.mock.calls.length).toBe(1);
  fireEvent.keyDown(button, { key: 'k', ctrlKey: true });
  expect(button.textContent).toBe('dE ');
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
});
