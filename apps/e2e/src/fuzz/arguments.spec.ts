import { describe, expect, it } from '@jest/globals';
import { readArguments } from './arguments.js';

describe('readArguments', () => {
  it('should send 20,000 requests of a random seed by default', () => {
    expect(readArguments([])).toEqual({ requests: 20_000, seed: expect.any(Number) });
  });

  it('should take both', () => {
    expect(readArguments(['--requests', '10', '--seed', '42'])).toEqual({ requests: 10, seed: 42 });
  });

  it.each([
    ['--requests', '0'],
    ['--requests', '1.5'],
    ['--seed', 'x'],
    ['--minutes', '1'],
  ])('should refuse %s %s', (...args) => {
    expect(() => readArguments(args)).toThrow();
  });
});
