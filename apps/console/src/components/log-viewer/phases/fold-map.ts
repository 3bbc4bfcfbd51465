/** Lines `from` up to but without `to`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Which line each visible row shows. Rows and lines count from 0. */
export interface RowMap {
  readonly count: number;
  /** The line of a row; rows outside the log answer the nearest line, an empty log answers 0. */
  lineOf(row: number): number;
  /** The row of a line; a hidden line answers the visible row before it, in a filtered log the one after it. */
  rowOf(line: number): number;
  shows(line: number): boolean;
}

/** All lines but the hidden ranges, which must be ascending and apart. */
export function foldedRows(total: number, hidden: readonly LineRange[]): RowMap {
  const before: number[] = [];
  let sum = 0;
  for (const range of hidden) {
    before.push(sum);
    sum += range.to - range.from;
  }
  const count = Math.max(0, total - sum);
  const rangeAt = (line: number): number => lastIndex(hidden.length, (i) => (hidden[i]?.from ?? 0) <= line);
  return {
    count,
    lineOf: (row) => {
      const wanted = clamp(row, count);
      const i = lastIndex(hidden.length, (at) => (hidden[at]?.from ?? 0) - (before[at] ?? 0) <= wanted);
      return i < 0 ? wanted : wanted + (before[i] ?? 0) + size(hidden[i]);
    },
    rowOf: (line) => {
      const i = rangeAt(line);
      const range = hidden[i];
      if (!range) {
        return clamp(line, count);
      }
      const outside = line >= range.to ? line - size(range) : range.from - 1;
      return clamp(outside - (before[i] ?? 0), count);
    },
    shows: (line) => line >= 0 && line < total && line >= (hidden[rangeAt(line)]?.to ?? 0),
  };
}

/** Only the given lines, ascending. */
export function filteredRows(lines: readonly number[]): RowMap {
  const atOrAfter = (line: number): number => lastIndex(lines.length, (i) => (lines[i] ?? 0) < line) + 1;
  return {
    count: lines.length,
    lineOf: (row) => lines[clamp(row, lines.length)] ?? 0,
    rowOf: (line) => clamp(atOrAfter(line), lines.length),
    shows: (line) => lines[atOrAfter(line)] === line,
  };
}

function size(range: LineRange | undefined): number {
  return range ? range.to - range.from : 0;
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1));
}

/** The last index for which `holds` is true, -1 when none; `holds` must be true up to some index and false from there on. */
export function lastIndex(length: number, holds: (index: number) => boolean): number {
  let low = -1;
  let high = length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
