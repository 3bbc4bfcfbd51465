import { describe, expect, it } from '@jest/globals';
import { readArguments } from './arguments.js';

describe('readArguments', () => {
  it('should play on both backends for five minutes by default', () => {
    expect(readArguments([])).toEqual({ minutes: 5, seed: expect.any(Number), queues: ['postgres', 'redis'] });
  });

  it('should take time, seed and backend', () => {
    const args = ['--minutes', '20', '--seed', '42', '--queue', 'redis'];
    expect(readArguments(args)).toEqual({ minutes: 20, seed: 42, queues: ['redis'] });
  });

  it.each([
    ['--minutes', '0'],
    ['--minutes', 'x'],
    ['--seed', '1.5'],
    ['--queue', 'kafka'],
    ['--hours', '1'],
  ])('should refuse %s %s', (...args) => {
    expect(() => readArguments(args)).toThrow();
  });
});
