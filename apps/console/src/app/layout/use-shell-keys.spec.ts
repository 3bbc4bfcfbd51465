import { describe, expect, it } from '@jest/globals';
import { shellCommand } from './use-shell-keys.js';

const press = (key: string, part = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...part });

describe('shellCommand', () => {
  it('should open the palette by Ctrl+K and Cmd+K, also where somebody types', () => {
    expect(shellCommand(press('k', { ctrlKey: true }), true)).toBe('palette');
    expect(shellCommand(press('K', { metaKey: true }), false)).toBe('palette');
  });

  it('should show the shortcuts by a question mark, but not while somebody types', () => {
    expect(shellCommand(press('?'), false)).toBe('shortcuts');
    expect(shellCommand(press('?'), true)).toBeNull();
  });

  it.each([press('k'), press('k', { ctrlKey: true, altKey: true }), press('?', { ctrlKey: true })])(
    'should leave %j to the page',
    (key) => expect(shellCommand(key, false)).toBeNull(),
  );
});
