/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { letNoticesStay } from '../../lib/lasting-notices.js';
import { documentStage } from '../testing/dialog-of.js';
import { person } from '../testing/drawn.js';
import { NoticeMessages } from './notice-messages.js';
import { addNotice } from './notices.js';

const stage = documentStage();

const add = (text: string, key?: string): void =>
  act(() => addNotice({ kind: 'success', text, seconds: 0.02, ...(key !== undefined && { key }) }));
const isShown = (text: string): boolean => screen.queryByText(text) !== null;

describe('notices', () => {
  it('should show those that came before their code was there', async () => {
    addNotice({ kind: 'success', text: 'early', seconds: 3 });
    stage.draw(<NoticeMessages />);
    await screen.findByText('early');
  });

  it('should go by themselves', async () => {
    stage.draw(<NoticeMessages />);
    add('saved');
    await screen.findByText('saved');
    await waitFor(() => expect(isShown('saved')).toBe(false));
  });

  it('should replace one with the same key', async () => {
    letNoticesStay(true);
    stage.draw(<NoticeMessages />);
    add('1 of 2', 'move');
    await screen.findByText('1 of 2');
    add('2 of 2', 'move');
    await screen.findByText('2 of 2');
    expect(isShown('1 of 2')).toBe(false);
  });

  describe('of people who want them to stay', () => {
    const below = jest.fn();
    beforeEach(async () => {
      letNoticesStay(true);
      stage.draw(<NoticeMessages />);
      addEventListener('keydown', below);
      below.mockClear();
      add('first');
      add('second');
      await screen.findByText('second');
    });
    afterEach(() => removeEventListener('keydown', below));

    it('should stay until they are closed', async () => {
      await stage.settle();
      expect(isShown('first')).toBe(true);
      await person.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
      await waitFor(() => expect(isShown('first')).toBe(false));
      expect(isShown('second')).toBe(true);
    });

    it('should close at Escape, the newest first, before what lies below', async () => {
      fireEvent.keyDown(document.body, { key: 'Escape' });
      await waitFor(() => expect(isShown('second')).toBe(false));
      expect(isShown('first')).toBe(true);
      fireEvent.keyDown(document.body, { key: 'Escape' });
      await waitFor(() => expect(isShown('first')).toBe(false));
      expect(below).not.toHaveBeenCalled();
      fireEvent.keyDown(document.body, { key: 'Escape' });
      expect(below).toHaveBeenCalledTimes(1);
    });
  });
});
