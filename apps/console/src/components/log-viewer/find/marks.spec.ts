import { describe, expect, it } from '@jest/globals';
import { foldedRows } from '../phases/fold-map.js';
import { marksOf } from './marks.js';

describe(marksOf.name, () => {
  it('should place marks by the row of their line', () => {
    const map = foldedRows(100, []);
    expect(marksOf(map, [0, 50], [])).toEqual([
      { at: 0, kind: 'hit' },
      { at: 0.5, kind: 'hit' },
    ]);
  });

  it('should place the mark of a folded line where it is folded', () => {
    const map = foldedRows(200, [{ from: 51, to: 151 }]);
    expect(marksOf(map, [], [100])).toEqual(marksOf(map, [], [50]));
  });

  it('should show an error in place of a hit in the same slot', () => {
    expect(marksOf(foldedRows(100, []), [10], [10])).toEqual([{ at: 0.1, kind: 'error' }]);
  });

  it('should make no more marks than there are slots, for however many lines', () => {
    const lines = Array.from({ length: 100_000 }, (_, line) => line);
    expect(marksOf(foldedRows(100_000, []), lines, []).length).toBeLessThanOrEqual(300);
  });

  it('should be in place for an empty log', () => {
    expect(marksOf(foldedRows(0, []), [0], [])).toEqual([{ at: 0, kind: 'hit' }]);
  });
});
