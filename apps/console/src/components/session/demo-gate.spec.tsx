/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SystemInfo } from '@switchyard/contracts';
import { fireEvent, screen } from '@testing-library/react';
import { callApi } from '../../api/testing/fake-server.js';
import { DomStage, person } from '../testing/drawn.js';
import { rowOf } from '../testing/row-of.js';
import { DemoGate, demoRefusal } from './demo-gate.js';

const stage = new DomStage();
const done = jest.fn();
beforeEach(async () => {
  await stage.start();
  done.mockClear();
});
afterEach(() => stage.stop());

async function open(demo: SystemInfo['demo']): Promise<void> {
  stage.server.answer('GET info', { ...rowOf(SystemInfo), demo });
  await callApi('getInfo');
  stage.draw(
    <DemoGate>
      <button onClick={done}>Delete</button>
      <input aria-label="Name" onKeyDown={done} />
    </DemoGate>,
  );
}
const IN_DEMO = {} as SystemInfo['demo'];
const button = () => screen.getByRole('button', { name: 'Delete' });
const reason = () => screen.queryByRole('tooltip');

describe('what a server in demo mode refuses', () => {
  it('should be done on every other server', async () => {
    await open(null);
    await person.click(button());
    expect(done).toHaveBeenCalledTimes(1);
    expect(button().hasAttribute('aria-disabled')).toBe(false);
  });

  it('should do nothing, and give the reason at a press', async () => {
    await open(IN_DEMO);
    await person.click(button());
    expect(done).not.toHaveBeenCalled();
    expect(reason()?.textContent).toBe(demoRefusal());
  });

  it('should take no key that presses or types, and leave those that lead on', async () => {
    await open(IN_DEMO);
    const field = screen.getByRole('textbox');
    const isLeft = (target: Element, key: string): boolean => fireEvent.keyDown(target, { key });
    expect(['Enter', ' ', 'Tab', 'ArrowDown'].map((key) => isLeft(button(), key))).toEqual([false, false, true, true]);
    expect(['a', 'Tab', 'Escape'].map((key) => isLeft(field, key))).toEqual([false, true, true]);
  });

  it('should show the reason to the pointer over it, not to a finger, and hide it at Escape', async () => {
    await open(IN_DEMO);
    fireEvent.pointerOver(button(), { pointerType: 'touch' });
    expect(reason()).toBeNull();
    fireEvent.pointerOver(button(), { pointerType: 'mouse' });
    expect(reason()).not.toBeNull();
    fireEvent.keyDown(button(), { key: 'Escape' });
    expect(reason()).toBeNull();
  });
});
