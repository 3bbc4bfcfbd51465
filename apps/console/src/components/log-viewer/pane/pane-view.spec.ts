import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { foldedRows } from '../phases/fold-map.js';
import type { LogStore } from '../store/log-store.js';
import type { LogLine } from '../types.js';
import { sameRows, visibleRows, type VisibleRow, wantedLines, widestColumns } from './pane-view.js';

const line = (text: string, time = 1): LogLine => ({ text, time, kind: 0, sgr: PLAIN_SGR });
const store = {
  get: (at: number) => (at < 0 ? undefined : line(`line ${at}`, at * 10)),
  groupAt: () => undefined,
} as Partial<LogStore> as LogStore;
const rowsAt = (row: number, map = foldedRows(1_000, []), overscan = 2) =>
  visibleRows({ store, map, anchor: { row, off: 0 }, viewport: 44, overscan, isOpen: () => true });

describe(visibleRows.name, () => {
  it('should be a page at the anchor and some rows around it', () => {
    expect(rowsAt(500).map(({ line: at }) => at)).toEqual([498, 499, 500, 501, 502, 503, 504]);
    expect(rowsAt(0).map(({ row }) => row)).toEqual([0, 1, 2, 3, 4]);
  });

  it('should leave out what is folded, and know the time of the line before all the same', () => {
    const rows = rowsAt(10, foldedRows(1_000, [{ from: 11, to: 500 }]), 0);
    expect(rows.map(({ line: at }) => at)).toEqual([10, 500, 501]);
    expect(rows.map(({ before }) => before)).toEqual([90, 4_990, 5_000]);
    expect(rowsAt(0)[0]?.before).toBe(0);
  });
});

describe(wantedLines.name, () => {
  const map = foldedRows(1_000, []);

  it('should want the middle of what is drawn first, and what is reached next last', () => {
    const rows = rowsAt(500, map, 1);
    expect(rows.map(({ line: at }) => at)).toEqual([499, 500, 501, 502, 503]);
    expect(wantedLines(rows, map)).toEqual([501, 500, 502, 499, 503, 349, 653]);
  });

  it('should want nothing beyond the ends, and nothing of an empty log', () => {
    expect(wantedLines(rowsAt(0, map, 0), map)).toEqual([1, 0, 2, 0, 152]);
    expect(wantedLines([], map)).toEqual([]);
  });
});

describe(sameRows.name, () => {
  const row: VisibleRow = { row: 0, line: 0, record: line('a'), open: true, group: undefined, before: 0 };

  it('should see that nothing has to be drawn again', () => {
    expect(sameRows([row], [{ ...row, row: 7, before: 3 }])).toBe(true);
  });

  it.each([{ line: 1 }, { record: line('a') }, { record: undefined }, { open: false }])('should see %j', (change) => {
    expect(sameRows([row], [{ ...row, ...change }])).toBe(false);
    expect(sameRows([row], [])).toBe(false);
  });
});

describe(widestColumns.name, () => {
  it('should be the widest line in cells, without its colours, but no less than the floor', () => {
    expect(widestColumns([line('ab'), line('\u001b[31mabc\u001b[0m'), undefined], 0, 100)).toBe(3);
    expect(widestColumns([line('日本')], 0, 100)).toBe(4);
    expect(widestColumns([line('ab')], 10, 100)).toBe(10);
  });

  it('should have room for the button behind a line that is cut', () => {
    expect(widestColumns([line('x'.repeat(200))], 0, 100)).toBe(132);
    expect(widestColumns([line('x'.repeat(100))], 0, 100)).toBe(100);
  });
});
