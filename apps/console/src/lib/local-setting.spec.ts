import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readSetting, writeSetting } from './local-setting.js';

describe('a setting of this browser', () => {
  const held = new Map<string, string>();
  const storage = {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
    removeItem: (name: string) => void held.delete(name),
  };
  const provide = (value: unknown): void => {
    Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

  beforeEach(() => {
    held.clear();
    provide(storage);
  });
  afterEach(() => {
    if (before) {
      Object.defineProperty(globalThis, 'localStorage', before);
    } else {
      Reflect.deleteProperty(globalThis, 'localStorage');
    }
  });

  it('should be remembered apart from what others keep there', () => {
    writeSetting('theme', 'dark');
    expect([readSetting('theme'), [...held.keys()]]).toEqual(['dark', ['switchyard.theme']]);
  });

  it('should be forgotten with null', () => {
    writeSetting('theme', 'dark');
    writeSetting('theme', null);
    expect([readSetting('theme'), held.size]).toEqual([null, 0]);
  });

  it('should do without a storage that is full, forbidden or absent', () => {
    const refuse = () => {
      throw new Error('QuotaExceededError');
    };
    for (const refused of [{ getItem: refuse, setItem: refuse, removeItem: refuse }, undefined]) {
      provide(refused);
      writeSetting('theme', 'dark');
      writeSetting('theme', null);
      expect(readSetting('theme')).toBeNull();
    }
  });
});
