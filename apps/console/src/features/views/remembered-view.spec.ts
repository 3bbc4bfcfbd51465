import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rememberedTemplatesPath, rememberView, templatesPath } from './remembered-view.js';

const held = new Map<string, string>();
const storage = {
  getItem: (name: string) => held.get(name) ?? null,
  setItem: (name: string, value: string) => void held.set(name, value),
  removeItem: (name: string) => void held.delete(name),
};
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

beforeEach(() => {
  held.clear();
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});
afterEach(() => {
  if (before) {
    Object.defineProperty(globalThis, 'localStorage', before);
  } else {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
});

describe('the view that was visited last', () => {
  it('should be all templates before any was', () => {
    expect(rememberedTemplatesPath(1)).toBe('/project/1/templates');
  });

  it('should be remembered for its project alone', () => {
    rememberView(1, 7);
    expect([rememberedTemplatesPath(1), rememberedTemplatesPath(2)]).toEqual([
      templatesPath(1, 7),
      '/project/2/templates',
    ]);
    expect(templatesPath(1, 7)).toBe('/project/1/views/7/templates');
  });

  it('should be forgotten when all templates are visited', () => {
    rememberView(1, 7);
    rememberView(1, null);
    expect(rememberedTemplatesPath(1)).toBe('/project/1/templates');
    expect(held.size).toBe(0);
  });

  it.each(['', '0', '-3', '1.5', 'view', 'null'])('should be all templates where "%s" is stored', (value) => {
    rememberView(1, 7);
    for (const name of held.keys()) {
      held.set(name, value);
    }
    expect(rememberedTemplatesPath(1)).toBe('/project/1/templates');
  });
});
