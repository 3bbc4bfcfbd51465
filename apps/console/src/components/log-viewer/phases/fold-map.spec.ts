import { describe, expect, it } from '@jest/globals';
import { filteredRows, foldedRows } from './fold-map.js';

describe('foldedRows', () => {
  const map = foldedRows(20, [
    { from: 1, to: 4 },
    { from: 5, to: 10 },
    { from: 18, to: 20 },
  ]);
  const visible = [0, 4, 10, 11, 12, 13, 14, 15, 16, 17];

  it('should count the lines that are left', () => {
    expect(map.count).toBe(visible.length);
  });

  it('should lead from rows to lines and back', () => {
    expect(visible.map((_, row) => map.lineOf(row))).toEqual(visible);
    expect(visible.map((line) => map.rowOf(line))).toEqual(visible.map((_, row) => row));
  });

  it('should lead a hidden line to the header before it', () => {
    expect([1, 3, 5, 9, 19].map((line) => map.lineOf(map.rowOf(line)))).toEqual([0, 0, 4, 4, 17]);
  });

  it('should know which lines are visible', () => {
    expect([...Array(20).keys()].filter((line) => map.shows(line))).toEqual(visible);
    expect(map.shows(20)).toBe(false);
  });

  it('should stay inside for lines that do not exist', () => {
    expect(map.lineOf(-3)).toBe(0);
    expect(map.lineOf(99)).toBe(17);
    expect(foldedRows(0, []).lineOf(5)).toBe(0);
  });

  it('should change nothing when nothing is folded', () => {
    const all = foldedRows(1_000_000, []);
    expect([all.count, all.lineOf(777_777), all.rowOf(777_777)]).toEqual([1_000_000, 777_777, 777_777]);
  });
});

describe('filteredRows', () => {
  const map = filteredRows([3, 8, 40]);

  it('should show the given lines alone', () => {
    expect(map.count).toBe(3);
    expect([0, 1, 2].map((row) => map.lineOf(row))).toEqual([3, 8, 40]);
    expect([2, 3, 8].map((line) => map.shows(line))).toEqual([false, true, true]);
  });

  it('should lead another line to the next one that is shown', () => {
    expect([0, 4, 8, 41].map((line) => map.rowOf(line))).toEqual([0, 1, 1, 2]);
  });
});
