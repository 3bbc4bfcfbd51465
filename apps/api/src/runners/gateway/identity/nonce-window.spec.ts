import { describe, expect, it } from '@jest/globals';
import { NonceWindow } from './nonce-window.js';

describe(NonceWindow.name, () => {
  it('should refuse a nonce that was used within the window, also just after it turned', () => {
    const window = new NonceWindow(100, 0);
    expect(window.take('a', 90)).toBe(true);
    expect(window.take('a', 95)).toBe(false);
    expect(window.take('a', 150)).toBe(false);
  });

  it('should forget nonces after two windows', () => {
    const window = new NonceWindow(100, 0);
    window.take('a', 50);
    window.take('b', 120);
    expect(window.take('a', 250)).toBe(true);
    window.take('c', 10_000);
    expect(window.take('b', 10_001)).toBe(true);
  });
});
