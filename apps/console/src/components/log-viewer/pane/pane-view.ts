import { windowOf, type Anchor } from '../place.js';
import type { RowMap } from '../phases/fold-map.js';
import type { GroupBody } from '../phases/groups.js';
import { parsedLine } from '../ansi/spans.js';
import type { LogStore } from '../store/log-store.js';
import type { LogLine } from '../types.js';

/** A drawn row: its place among the visible rows, its line (0-based), and the line's text once it is there. */
export interface VisibleRow {
  readonly row: number;
  readonly line: number;
  readonly record: LogLine | undefined;
  /** Whether the section or group is open, for its heading. */
  readonly open: boolean;
  /** Set for a heading of the tool. */
  readonly group: GroupBody | undefined;
  /** Time of the line before, epoch milliseconds; 0 = not known. */
  readonly before: number;
}

/** Content that the pane draws. */
export interface PaneView {
  readonly rows: readonly VisibleRow[];
  /** Visible rows of the whole log. */
  readonly count: number;
  /** Drawn behind the last row: the line that has no end yet. */
  readonly open: LogLine | undefined;
  /** Lines of the whole log. */
  readonly total: number;
  readonly follow: boolean;
  /** Lines that arrived since the reader left the end. */
  readonly behind: number;
  /** Line of the section header that stays at the top, -1 for none. */
  readonly sticky: number;
  /** Widest line drawn so far, in character cells. */
  readonly columns: number;
}

export const emptyView: PaneView = {
  rows: [],
  count: 0,
  open: undefined,
  total: 0,
  follow: true,
  behind: 0,
  sticky: -1,
  columns: 0,
};

export interface WindowInput {
  store: LogStore;
  map: RowMap;
  anchor: Anchor;
  viewport: number;
  overscan: number;
  isOpen(line: number): boolean;
}

export function visibleRows(input: WindowInput): VisibleRow[] {
  const { store, map } = input;
  const { from, to } = windowOf(input.anchor, input.viewport, map.count, input.overscan);
  return Array.from({ length: to - from }, (_, i) => {
    const line = map.lineOf(from + i);
    const before = store.get(line - 1)?.time ?? 0;
    return {
      row: from + i,
      line,
      record: store.get(line),
      open: input.isOpen(line),
      group: store.groupAt(line),
      before,
    };
  });
}

const AHEAD = 150;

/** Lines to fetch: the drawn ones, the middle first, and what is reached next in either direction. */
export function wantedLines(rows: readonly VisibleRow[], map: RowMap): number[] {
  const middle = rows.length >> 1;
  const drawn = rows
    .map(({ line }, i) => ({ line, distance: Math.abs(i - middle) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ line }) => line);
  const first = rows[0];
  const last = rows.at(-1);
  return first && last ? [...drawn, map.lineOf(first.row - AHEAD), map.lineOf(last.row + AHEAD)] : [];
}

export function sameRows(a: readonly VisibleRow[], b: readonly VisibleRow[]): boolean {
  return (
    a.length === b.length &&
    a.every((row, i) => {
      const other = b[i];
      return (
        row.line === other?.line && row.record === other.record && row.open === other.open && row.group === other.group
      );
    })
  );
}

/** Cells of the button behind a line that is cut. */
const BUTTON = 32;

/** The widest of the lines and `floor`; longer lines than `cut` are drawn cut, with a button behind. */
export function widestColumns(records: readonly (LogLine | undefined)[], floor: number, cut: number): number {
  let widest = floor;
  for (const record of records) {
    const columns = record ? parsedLine(record).columns : 0;
    widest = Math.max(widest, columns > cut ? cut + BUTTON : columns);
  }
  return widest;
}
