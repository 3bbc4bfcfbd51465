import { describe, expect, it } from '@jest/globals';
import { splitRows } from './split-rows.js';

const split = (sizes: number[], most = { rows: 3, bytes: 10 }): number[][] => splitRows(sizes, (size) => size, most);

describe(splitRows.name, () => {
  it('should fill a list up to its count and its bytes, both included', () => {
    expect(split([1, 1, 1, 1])).toEqual([[1, 1, 1], [1]]);
    expect(split([4, 6, 1])).toEqual([[4, 6], [1]]);
    expect(split([4, 7])).toEqual([[4], [7]]);
  });

  it('should count the bytes of each list from its own first row', () => {
    expect(split([9, 9, 1, 5])).toEqual([[9], [9, 1], [5]]);
  });

  it('should leave a row alone that is larger than a list', () => {
    expect(split([1, 50, 1])).toEqual([[1], [50], [1]]);
  });

  it('should keep every row in its order', () => {
    const sizes = [3, 8, 2, 2, 2, 2, 11, 1];
    expect(split(sizes).flat()).toEqual(sizes);
  });

  it('should make no list of nothing', () => {
    expect(split([])).toEqual([]);
  });
});
