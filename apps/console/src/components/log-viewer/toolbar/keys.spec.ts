import { describe, expect, it } from '@jest/globals';
import { commandOf } from './keys.js';

const press = (key: string, part = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...part });

describe('commandOf', () => {
  it('should know both ends by key and by letter', () => {
    expect(['Home', 'g', 'End', 'G'].map((key) => commandOf(press(key)))).toEqual(['start', 'start', 'end', 'end']);
  });

  it('should find with Ctrl and with Cmd', () => {
    expect(commandOf(press('f', { ctrlKey: true }))).toBe('find');
    expect(commandOf(press('f', { metaKey: true }))).toBe('find');
    expect(commandOf(press('f'))).toBeUndefined();
  });

  it('should leave other combinations to the browser', () => {
    expect(commandOf(press('g', { ctrlKey: true }))).toBeUndefined();
    expect(commandOf(press('Home', { altKey: true }))).toBeUndefined();
    expect(commandOf(press('PageDown'))).toBeUndefined();
  });
});
