/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { DomStage } from '../../components/testing/drawn.js';
import { store } from '../../api/store.js';
import { PassphraseFits } from './passphrase-fits.js';

const stage = new DomStage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const TEST = 'POST project/1/keys/test';
const typed = (passphrase: string) => <PassphraseFits projectId={1} privateKey="sealed key" passphrase={passphrase} />;
const words = (): string => screen.getByRole('status').textContent;

describe('whether a passphrase opens the key', () => {
  it('should be asked once nobody types, of what stands there then', async () => {
    jest.useFakeTimers();
    const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
    stage.server.answer(TEST, { opens: true });
    const { redraw } = stage.draw(typed('p'));
    pass(400);
    redraw(typed('phrase'));
    pass(400);
    expect(stage.server.calls).toEqual([]);
    pass(100);
    jest.useRealTimers();
    await waitFor(() => expect(words()).toBe('The passphrase opens the key.'));
    expect(stage.server.calls.map(({ body }) => body)).toEqual([{ private_key: 'sealed key', passphrase: 'phrase' }]);
  });

  it('should be said of no other passphrase than the one that was tried', async () => {
    stage.server.answer(TEST, { opens: false });
    const { redraw } = stage.draw(typed('wrong'));
    await waitFor(() => expect(words()).toBe('The passphrase does not open this key.'));
    redraw(typed('right'));
    expect(words()).toBe('');
  });

  it('should be said of no key that the server did not try, or could not', async () => {
    stage.server.answer(TEST, { opens: null });
    const { unmount } = stage.draw(typed('phrase'));
    await waitFor(() => expect(stage.server.calls).toHaveLength(1));
    await stage.settle();
    expect(words()).toBe('');
    unmount();
    stage.server.answer(TEST, 429);
    stage.draw(typed('another'));
    await waitFor(() => expect(stage.server.calls).toHaveLength(2));
    await stage.settle();
    expect(words()).toBe('');
  });

  it('should leave nothing of what was typed in the page once the form is closed', async () => {
    stage.server.answer(TEST, { opens: true });
    const { unmount } = stage.draw(typed('a phrase to forget'));
    await waitFor(() => expect(words()).not.toBe(''));
    unmount();
    expect(JSON.stringify(store.getState())).not.toContain('a phrase to forget');
  });
});
