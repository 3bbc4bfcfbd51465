import { describe, expect, it } from '@jest/globals';
import { foldedRows, type RowMap } from './fold-map.js';
import { readSection, type Section } from './sections.js';
import { stickyHeader } from './sticky.js';

const LINES = 30;
const HEIGHT = 20;
const all = foldedRows(LINES, []);
const sections = [readSection(0, 0, 'prepare'), readSection(10, 0, 'run'), readSection(20, 0, 'cleanup')];

/** All rows are drawn, 20 pixels each. `row` is at the top of the pane, scrolled away by `off` pixels. */
function header(row: number, off: number, given: readonly Section[] = sections, map: RowMap = all) {
  const anchor = { row, off };
  const placed = { y: row * HEIGHT + off, anchor, atEnd: false, fits: false, outran: false };
  const tops = Array.from({ length: map.count + 1 }, (_, at) => at * HEIGHT);
  return stickyHeader(given, map, placed, { from: 0, tops, anchor, viewport: 200, count: map.count });
}

describe(stickyHeader.name, () => {
  it('should keep the header of the section whose lines are at the top', () => {
    expect(header(3, 0)).toEqual({ line: 0, shift: 0 });
    expect(header(15, 0)).toEqual({ line: 10, shift: 0 });
  });

  it('should leave a header that is in its place, until it is scrolled away', () => {
    expect(header(10, 0)).toEqual({ line: -1, shift: 0 });
    expect(header(10, 5)).toEqual({ line: 10, shift: 0 });
  });

  it('should let the next header push it away, by its own height at most', () => {
    expect(header(8, 0).shift).toBe(0);
    expect(header(9, 0)).toEqual({ line: 0, shift: -10 });
    expect(header(9, 15)).toEqual({ line: 0, shift: -25 });
    expect(header(9, 20)).toEqual({ line: 0, shift: -30 });
  });

  it('should keep none before the first section, and none that is filtered away', () => {
    expect(header(3, 0, []).line).toBe(-1);
    expect(header(3, 0, [readSection(5, 0, 'run')]).line).toBe(-1);
    expect(header(2, 0, sections, foldedRows(LINES, [{ from: 0, to: 1 }])).line).toBe(-1);
  });
});
