import { describe, expect, it } from '@jest/globals';
import { jsonErrorAt } from './json-syntax.js';
import { textPlace } from './text-place.js';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('jsonErrorAt', () => {
  it.each([
    ['{"a": 1,}', 8],
    ['{"a" 1}', 5],
    ['{"a": tru}', 6],
    ['{"a": 01}', 6],
    ['[1 2]', 3],
    ['[1, ]', 4],
    ['{"a": "b\nc"}', 6],
    ['{"a": [1}', 8],
    ['{"a": 1', 7],
    ['{} x', 3],
    ["{'a': 1}", 1],
    ['', 0],
    [' ', 1],
  ])('should find the fault of %j at %i', (text, at) => {
    expect(jsonErrorAt(text)).toBe(at);
  });

  it('should agree with the parser about what is JSON', () => {
    const parts = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-0.5e+3', 'true', ' '];
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
    const texts = Array.from({ length: 20_000 }, () =>
      Array.from({ length: 1 + (random() % 7) }, () => parts[random() % parts.length]).join(''),
    );
    const valid = ['{"a":{"b":[1,"a",null]},"c":[]}', '[{}]', ' "\\u00e9" ', '{"a":1,"a":2}'];
    const wrong = [...texts, ...valid].filter((text) => (jsonErrorAt(text) === null) !== isJson(text));
    expect(wrong).toEqual([]);
  });
});

describe('textPlace', () => {
  it('should count lines and columns from 1', () => {
    expect(textPlace('{\n  "a": x\n}', 9)).toEqual({ line: 2, column: 8 });
    expect(textPlace('x', 0)).toEqual({ line: 1, column: 1 });
  });
});
