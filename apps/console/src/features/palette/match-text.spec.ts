import { describe, expect, it } from '@jest/globals';
import { matchText } from './match-text.js';

describe('matchText', () => {
  it.each([
    ['Deploy storefront', 'deploy', 0, [[0, 6]]],
    ['Build Deploy', 'dep', 1, [[6, 9]]],
    ['undeploy', 'deploy', 2, [[2, 8]]],
    ['undeploy deploy', 'deploy', 1, [[9, 15]]],
    [
      'Deploy storefront',
      'store deploy',
      1,
      [
        [0, 6],
        [7, 12],
      ],
    ],
    ['Deploy', 'dep deploy', 0, [[0, 6]]],
    ['#4218 Deploy', '42', 1, [[1, 3]]],
    ['Deploy', '  ', 0, []],
  ])('should find in %j the search %j', (text, search, rank, ranges) =>
    expect(matchText(text, search)).toEqual({ rank, ranges }),
  );

  it('should want every word', () => expect(matchText('Deploy storefront', 'deploy x')).toBeNull());

  it('should mark nothing where lower case has another length', () =>
    expect(matchText('İstanbul', 'tanbul')).toEqual({ rank: 2, ranges: [] }));
});
