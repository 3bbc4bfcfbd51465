import { describe, expect, it } from '@jest/globals';
import { problemOf } from './error-body.js';

describe(problemOf.name, () => {
  it.each([
    ['nothing', undefined],
    ['a text, such as the page of a proxy', '<html>502</html>'],
    ['null', null],
    ['a body without a code', { message: 'no' }],
    ['a code that is no text', { code: 42 }],
  ])('should find none in %s', (_, data) => {
    expect(problemOf(data)).toBeNull();
  });

  it('should read a code alone, and say that nothing uses it', () => {
    expect(problemOf({ code: 'not_found' })).toEqual({ code: 'not_found', params: {}, issues: [], inUse: false });
  });

  it.each([
    [true, true],
    [false, false],
    ['true', false],
    [1, false],
  ])('should take inUse %j as %s', (inUse, expected) => {
    expect(problemOf({ code: 'in_use', inUse })?.inUse).toBe(expected);
  });

  it('should keep texts, numbers, lists of texts and problems of the parameters, and leave out the rest', () => {
    const params = {
      name: 'deploy',
      count: 3,
      names: ['a', 'b'],
      reason: { code: 'too_long', params: { max: 5, nested: { code: 'inner' }, bad: true } },
      flag: true,
      nothing: null,
      mixed: ['a', 1],
      plain: { max: 5 },
    };
    expect(problemOf({ code: 'refused', params })?.params).toEqual({
      name: 'deploy',
      count: 3,
      names: ['a', 'b'],
      reason: { code: 'too_long', params: { max: 5, nested: { code: 'inner', params: {} } } },
    });
  });

  it.each([[undefined], [null], ['x'], [7]])('should have no parameters where they are %j', (params) => {
    expect(problemOf({ code: 'refused', params })?.params).toEqual({});
  });

  it('should keep issues whose path and code can be read', () => {
    const issues = [
      { path: ['tasks', 0, 'name'], code: 'required', params: { max: 5 } },
      { path: [], code: 'whole' },
      { path: 'name', code: 'required' },
      { path: [{}], code: 'required' },
      { path: ['name'] },
      null,
      'issue',
    ];
    expect(problemOf({ code: 'invalid', issues })?.issues).toEqual([
      { path: ['tasks', 0, 'name'], code: 'required', params: { max: 5 } },
      { path: [], code: 'whole', params: {} },
    ]);
  });

  it('should have no issues where they are no list', () => {
    expect(problemOf({ code: 'invalid', issues: { 0: { path: [], code: 'x' } } })?.issues).toEqual([]);
  });
});
