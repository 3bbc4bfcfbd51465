import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { QueryList } from './query-list.js';

const Colours = QueryList(z.enum(['red', 'green', 'blue']), { max: 2, length: 5 });

describe('QueryList', () => {
  it.each([
    ['red', ['red']],
    ['red,blue', ['red', 'blue']],
    [
      ['blue', 'red'],
      ['blue', 'red'],
    ],
    ['red,red', ['red']],
  ])('should take %j', (value, list) => expect(Colours.parse(value)).toEqual(list));

  it.each(['', 'pink', 'red,', 'red,green,blue', 'red'.repeat(9)])('should refuse %j', (value) =>
    expect(Colours.safeParse(value).success).toBe(false),
  );
});
