import type { ReactNode, RefObject } from 'react';

/** Lists up to this length are drawn whole, so that the browser's own search finds everything in them. */
export const DRAWN_WHOLE = 60;

/** Rows that are drawn of a list. */
export interface DrawnRows {
  /** Rows to draw, by their place in the list; `null`: all of them. */
  drawn: readonly { index: number }[] | null;
  /** Height that stands for the rows left out, in pixels. */
  before: number;
  after: number;
  /** For the element of each drawn row, whose `data-index` is its place. */
  measure: (element: HTMLElement | null) => void;
}

export interface DrawnPartProps {
  /** The list itself; its nearest scrolling ancestor decides what is visible. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Of a row that is not measured yet, in pixels. */
  rowHeight: number;
  children: (rows: DrawnRows) => ReactNode;
}

const measure = (): void => undefined;

export const WHOLE: DrawnRows = { drawn: null, before: 0, after: 0, measure };

/** The first rows of a long list. */
export function firstRows(count: number, rowHeight: number): DrawnRows {
  const drawn = Array.from({ length: Math.min(count, DRAWN_WHOLE) }, (_, index) => ({ index }));
  return { drawn, before: 0, after: (count - drawn.length) * rowHeight, measure };
}
