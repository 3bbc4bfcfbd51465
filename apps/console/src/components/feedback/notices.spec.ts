import { expect, it, jest } from '@jest/globals';
import { addNotice, hasNotices, type Notice, onNotices, takeNotices } from './notices.js';

const notice = (text: string): Notice => ({ kind: 'success', text, seconds: 3 });

it('should lose no notice while the code that draws them is loaded, and show each once', () => {
  const shown: string[] = [];
  const show = ({ text }: Notice): void => void shown.push(text);
  const load = jest.fn();
  const forget = onNotices(load);
  expect(hasNotices()).toBe(false);

  addNotice(notice('first'));
  addNotice(notice('second'));
  expect([hasNotices(), load.mock.calls.length]).toEqual([true, 2]);

  const end = takeNotices(show);
  addNotice(notice('third'));
  expect(shown).toEqual(['first', 'second', 'third']);

  end();
  forget();
  addNotice(notice('fourth'));
  takeNotices(show);
  expect(shown).toEqual(['first', 'second', 'third', 'fourth']);
});
