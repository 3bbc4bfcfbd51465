import { describe, expect, it } from '@jest/globals';
import {
  anchorAtThumb,
  MAX_SPACER,
  place,
  ROW_HEIGHT,
  spacerHeight,
  thumbOf,
  windowOf,
  type PlaceInput,
} from './place.js';

const evenTops = (rows: number, height = ROW_HEIGHT): number[] =>
  Array.from({ length: rows + 1 }, (_, i) => i * height);

const input = (part: Partial<PlaceInput>): PlaceInput => ({
  from: 100,
  tops: evenTops(100),
  anchor: { row: 150, off: 0 },
  viewport: 440,
  count: 1_000_000,
  ...part,
});

describe('windowOf', () => {
  it('should draw a page and the overscan on both sides', () => {
    expect(windowOf({ row: 500, off: 10 }, 440, 1_000, 33)).toEqual({ from: 467, to: 554 });
  });

  it('should stay inside the log', () => {
    expect(windowOf({ row: 0, off: 0 }, 440, 1_000, 33)).toEqual({ from: 0, to: 54 });
    expect(windowOf({ row: 1_000, off: 0 }, 440, 1_000, 33)).toEqual({ from: 946, to: 1_000 });
    expect(windowOf({ row: 5, off: 0 }, 440, 3, 33)).toEqual({ from: 0, to: 3 });
    expect(windowOf({ row: 0, off: 0 }, 440, 0, 33)).toEqual({ from: 0, to: 0 });
  });

  it('should begin where the pane does when the anchor lies below its top', () => {
    expect(windowOf({ row: 500, off: -220 }, 440, 1_000, 0).from).toBe(490);
  });
});

describe('place', () => {
  it('should keep the anchor where it is', () => {
    const placed = place(input({ anchor: { row: 150, off: 7 } }));
    expect(placed).toMatchObject({ y: 50 * ROW_HEIGHT + 7, anchor: { row: 150, off: 7 }, atEnd: false, outran: false });
  });

  it('should carry an offset over into the next rows of any height', () => {
    const tops = [0, 22, 222, 244, 1_000];
    const placed = place(input({ from: 10, tops, anchor: { row: 10, off: 230 }, viewport: 100 }));
    expect(placed.anchor).toEqual({ row: 12, off: 8 });
  });

  it('should request another pass when a fling outruns the drawn rows', () => {
    const placed = place(input({ anchor: { row: 150, off: 5_000 } }));
    expect(placed.outran).toBe(true);
    expect(placed.anchor).toEqual({ row: 377, off: 6 });
    expect(place(input({ anchor: { row: 100, off: -5_000 } })).anchor).toEqual({ row: -128, off: 16 });
  });

  it('should stop at the ends', () => {
    const end = place(input({ from: 900, count: 1_000, anchor: { row: 1_000, off: 0 } }));
    expect(end).toMatchObject({ y: 100 * ROW_HEIGHT - 440, atEnd: true, outran: false });
    const start = place(input({ from: 0, anchor: { row: 0, off: -50 } }));
    expect(start).toMatchObject({ y: 0, anchor: { row: 0, off: 0 }, atEnd: false });
  });

  it('should not count as the end when one pixel is missing', () => {
    expect(place(input({ from: 900, count: 1_000, anchor: { row: 980, off: -1 } })).atEnd).toBe(false);
    expect(place(input({ from: 900, count: 1_000, anchor: { row: 980, off: 0 } })).atEnd).toBe(true);
  });

  it('should put a log that fits at the top', () => {
    const placed = place(input({ from: 0, tops: evenTops(3), count: 3, anchor: { row: 3, off: 0 } }));
    expect(placed).toMatchObject({ y: 0, atEnd: true, fits: true, outran: false });
  });
});

describe('the thumb', () => {
  it('should be at the share of the rows above when the ends are far', () => {
    const middle = input({ count: 1_000 });
    expect(thumbOf(middle, place(middle), 10_000)).toBeCloseTo((150 / 980) * 10_000);
  });

  it('should leave as much room as there is text when an end is near', () => {
    const low = input({ from: 900, count: 1_000, anchor: { row: 970, off: 0 } });
    expect(thumbOf(low, place(low), 5_000)).toBe(5_000 - 10 * ROW_HEIGHT);
    const high = input({ from: 0, anchor: { row: 3, off: 4 } });
    expect(thumbOf(high, place(high), 5_000)).toBe(70);
  });

  it('should give a place when it is held, and the last row at its end', () => {
    const anchor = anchorAtThumb(5_000, 10_000, 440, 1_000);
    expect(anchor).toEqual({ row: 490, off: 0 });
    expect(anchorAtThumb(10_000, 10_000, 440, 1_000)).toEqual({ row: 1_000, off: 0 });
  });
});

describe('spacerHeight', () => {
  it('should be exact when all rows are drawn, an estimate otherwise, and never above the cap', () => {
    expect(spacerHeight(10, 10, 777)).toBe(777);
    expect(spacerHeight(1_000, 100, 9_999)).toBe(22_000);
    expect(spacerHeight(5_000_000, 100, 2_200)).toBe(MAX_SPACER);
  });
});
