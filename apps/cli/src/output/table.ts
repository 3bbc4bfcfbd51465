import { inert } from './inert.js';

export interface Column<T> {
  title: string;
  text: (row: T) => string;
}

const GAP = '  ';

/**
 * Rows in aligned columns, the last one cut to the width of the terminal.
 * @param width in columns; null = nothing is cut
 */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], width: number | null): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => inert(text(row))))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => columnsOf(line[column] ?? ''))));
  return cells.map((line) => `${lineOf(line, widths, width)}\n`).join('');
}

function lineOf(cells: readonly string[], widths: readonly number[], width: number | null): string {
  const line = cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - columnsOf(cell))).join(GAP);
  const whole = line.trimEnd();
  return width === null || columnsOf(whole) <= width ? whole : `${cut(whole, width - 1)}…`;
}

function cut(line: string, width: number): string {
  let used = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    used += columnsOf(segment);
    if (used > width) {
      break;
    }
    kept += segment;
  }
  return kept;
}

/** East Asian wide and full-width characters, and emoji, take two columns (Unicode Standard Annex 11). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/gu;
const MARKS = /\p{Mark}|\u200d|\ufe0f/gu;

/** Columns that a text takes on a terminal. */
export const columnsOf = (text: string): number =>
  [...text.replace(MARKS, '')].length + (text.match(WIDE)?.length ?? 0);
