import { describe, expect, it } from '@jest/globals';
import { fieldOf } from './use-form-issues.js';

const FIELDS = [
  [],
  ['name'],
  ['survey_vars'],
  ['survey_vars', 0, 'name'],
  ['survey_vars', 1, 'name'],
  ['task', 'limit'],
];

describe(fieldOf.name, () => {
  it.each([
    [['name'], ['name']],
    [
      ['survey_vars', 1, 'name'],
      ['survey_vars', 1, 'name'],
    ],
    [['survey_vars', 1, 'values', 0], ['survey_vars']],
    [['survey_vars'], ['survey_vars']],
    [
      ['task', 'limit', 3],
      ['task', 'limit'],
    ],
    [['task'], undefined],
    [['names'], undefined],
    [[], undefined],
  ])('should place a fault at %j at the deepest field on screen, %j', (path, expected) => {
    expect(fieldOf(path, FIELDS)).toEqual(expected);
  });

  it('should leave the fields in their order', () => {
    const fields = [['a'], ['a', 0, 'b']];
    fieldOf(['a'], fields);
    expect(fields).toEqual([['a'], ['a', 0, 'b']]);
  });
});
