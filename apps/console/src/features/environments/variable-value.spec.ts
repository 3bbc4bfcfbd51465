import { describe, expect, it } from '@jest/globals';
import { kindOf, textOf, valueFaultAt, valueOf } from './variable-value.js';

describe('the value of a variable', () => {
  it.each([
    ['eu-north', 'text'],
    ['"42"', 'text'],
    ['', 'text'],
    ['it is "quoted"', 'text'],
    ['42', 'number'],
    ['-1.50', 'number'],
    ['12345678901234567890', 'number'],
    ['true', 'boolean'],
    ['null', 'null'],
    ['["a", 1]', 'list'],
    ['{"a": 1}', 'object'],
    ['["a"', null],
    ['"a', null],
  ])('should be shown as what a tool gets: %j is %j', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it.each(['eu-north', '42', 'true', 'null', '', ' padded ', '"quoted"', '[1', '{', 'a\nb'])(
    'should be the same text after it was written: %j',
    (value) => {
      expect(valueOf(textOf(value))).toBe(value);
    },
  );

  it('should stand without quotes where nothing else is meant', () => {
    expect(['eu-north', '42', 'true', '"a"', '[1'].map(textOf)).toEqual([
      'eu-north',
      '"42"',
      '"true"',
      '"\\"a\\""',
      '"[1"',
    ]);
  });

  it('should be at fault only where JSON was begun', () => {
    expect(['six', '[6', '"six', '{"a" 1}'].map(valueFaultAt)).toEqual([null, 2, 0, 5]);
  });
});
