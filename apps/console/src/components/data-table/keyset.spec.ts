import { describe, expect, it } from '@jest/globals';
import { keysetPage, PAGE_SIZE, pageQuery } from './keyset.js';

/** Numbers from `newest` down, as many as a page asks for at most. */
const down = (newest: number, count = PAGE_SIZE + 1): number[] => Array.from({ length: count }, (_, i) => newest - i);
const page = (fetched: number[], cursor: object) => keysetPage(fetched, cursor, (row) => row);

describe('keysetPage', () => {
  it('should ask for one row more than it shows', () =>
    expect(pageQuery({ before: 7 })).toEqual({ before: 7, limit: 21 }));

  it('should lead from the first page to an older one alone', () =>
    expect(page(down(100), {})).toEqual({ rows: down(100, 20), newer: null, older: { before: 81 }, isFirst: true }));

  it('should lead both ways from a page between', () =>
    expect(page(down(80), { before: 81 })).toMatchObject({
      newer: { after: 80 },
      older: { before: 61 },
      isFirst: false,
    }));

  it('should end with the last row', () =>
    expect(page(down(4, 4), { before: 5 })).toEqual({
      rows: down(4, 4),
      newer: { after: 4 },
      older: null,
      isFirst: false,
    }));

  it('should show what lies right above, on the way back', () =>
    expect(page(down(101), { after: 80 })).toEqual({
      rows: down(100, 20),
      newer: { after: 100 },
      older: { before: 81 },
      isFirst: false,
    }));

  it('should know the top of the list when it comes back to it, and a page whose rows are gone', () => {
    expect(page(down(100, 20), { after: 80 })).toMatchObject({ isFirst: true, newer: null });
    expect(page([], { before: 5 })).toMatchObject({ isFirst: true, newer: null, older: null });
  });
});
