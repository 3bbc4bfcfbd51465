import { describe, expect, it } from '@jest/globals';
import { pageCount, pageNumbers, rowsOfPage } from './page-numbers.js';

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, 6, null, 9]],
    [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [50, 100, [1, null, 48, 49, 50, 51, 52, null, 100]],
  ])('should show on page %i of %i: %j', (page, pages, shown) => expect(pageNumbers(page, pages)).toEqual(shown));
});

describe('rowsOfPage', () => {
  const rows = Array.from({ length: 45 }, (_, i) => i);

  it('should hold the rows of the page alone', () => expect(rowsOfPage(rows, 2, 20)).toEqual(rows.slice(20, 40)));

  it('should be the last page for one beyond it', () => expect(rowsOfPage(rows, 99, 20)).toEqual(rows.slice(40)));

  it('should count a page for an empty list', () => expect(pageCount(0, 20)).toBe(1));
});
