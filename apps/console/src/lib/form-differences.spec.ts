import { describe, expect, it } from '@jest/globals';
import { comparedPaths, differences, differenceText } from './form-differences.js';

const opened = { name: 'Deploy', branch: 'main', tags: ['a'], rows: [{ key: 1, name: 'A', value: '1' }] };
const paths = comparedPaths([['name'], ['branch'], ['rows']], opened);
const found = (typed: object, stored: object) =>
  differences(paths, { opened, typed: { ...opened, ...typed }, stored: { ...opened, ...stored } });

describe('differences', () => {
  it('should keep what was typed beside what somebody else stored', () => {
    expect(found({ branch: 'mine' }, { branch: 'theirs' })).toEqual([
      { path: ['branch'], stored: 'theirs', typed: 'mine', isTyped: true },
    ]);
  });

  it('should name a field that only somebody else changed as one to be taken over', () => {
    expect(found({ branch: 'mine' }, { tags: ['a', 'b'] })).toEqual([
      { path: ['tags'], stored: ['a', 'b'], typed: ['a'], isTyped: false },
    ]);
  });

  it('should leave out what only the user changed, and what both changed alike', () => {
    expect(found({ name: 'Mine', branch: 'next' }, { branch: 'next' })).toEqual([]);
  });

  it('should compare lines by what they hold', () => {
    expect(found({}, { rows: [{ key: 7, name: 'A', value: '1' }] })).toEqual([]);
  });
});

describe('comparedPaths', () => {
  it('should compare what has no field on screen as a whole', () => {
    expect(comparedPaths([['params', 'limit'], []], { name: '', params: {} })).toEqual([['params', 'limit'], ['name']]);
  });
});

describe('differenceText', () => {
  const words = { on: 'On', off: 'Off', empty: 'empty', ofId: (id: number) => (id === 3 ? 'Production' : undefined) };

  it.each([
    ['', 'empty'],
    [null, 'empty'],
    [[], 'empty'],
    [true, 'On'],
    [3, 'Production'],
    [4, '4'],
    [['a', 'b'], 'a and b'],
    [{ mode: 'table', rows: [{ key: 1, name: 'A', value: '1' }] }, 'A=1'],
    [{ mode: 'json', text: '{"a": 1}' }, '{"a": 1}'],
  ])('should show %j as %j', (value, text) => {
    expect(differenceText(value, words)).toBe(text);
  });

  it('should never show a secret', () => {
    expect(differenceText([{ key: 1, name: 'TOKEN', secret: 'hunter2' }], words)).toBe('TOKEN');
  });
});
