import type { Column } from './column.js';

/** Pixels beside the words of a heading: padding of the cell, with more in the first and last one, and the mark of a sort. */
const PADDING = 24;
const EDGE = 12;
const SORT_MARK = 16;

/**
 * The columns with room for the longest word of their headings, whose length depends on the language: words do not break.
 * @param widthOf a word as headings show it, in pixels
 */
export function withHeadRoom<Row>(columns: readonly Column<Row>[], widthOf: (word: string) => number): Column<Row>[] {
  return columns.map((column, index) => {
    const { title, sorter, width, min } = column;
    if (typeof title !== 'string') {
      return column;
    }
    const edge = index === 0 || index === columns.length - 1 ? EDGE : 0;
    const words = Math.max(...title.split(/\s+/).map(widthOf));
    const least = Math.ceil(words) + PADDING + edge + (sorter ? SORT_MARK : 0);
    return {
      ...column,
      ...(width !== undefined && { width: Math.max(width, least) }),
      ...(min !== undefined && { min: Math.max(min, least) }),
    };
  });
}

let pen: CanvasRenderingContext2D | null = null;

/** Measures words as the headings of the table show them. */
export function headMeasure(table: HTMLElement): (word: string) => number {
  pen ??= document.createElement('canvas').getContext('2d');
  const head = table.querySelector('th');
  if (pen === null || head === null) {
    return () => 0;
  }
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(head);
  const context = pen;
  return (word) => {
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return context.measureText(word).width;
  };
}
