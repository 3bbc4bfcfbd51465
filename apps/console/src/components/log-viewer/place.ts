/** Height of an ordinary row, and of every row that is not drawn as far as the arithmetic goes. */
export const ROW_HEIGHT = 22;

/** Browsers cut elements off between 17 and 33 million pixels; above this the thumb stands for more than it measures. */
export const MAX_SPACER = 16_000_000;

/** Which visible row is at the top of the pane, and how many of its pixels are scrolled away. */
export interface Anchor {
  readonly row: number;
  readonly off: number;
}

/** Rows `from` up to but without `to`. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
}

/** `tops` are the measured tops of the drawn rows inside their block, and the block's height as the last entry. */
export interface PlaceInput {
  from: number;
  tops: readonly number[];
  anchor: Anchor;
  viewport: number;
  count: number;
}

/**
 * `y`: the pane's top inside the block of drawn rows. `fits`: the pane shows the whole log. `outran`: it shows space that no drawn
 * row covers.
 */
export interface Placement {
  y: number;
  anchor: Anchor;
  atEnd: boolean;
  fits: boolean;
  outran: boolean;
}

function rowsPerPage(viewport: number): number {
  return Math.ceil(viewport / ROW_HEIGHT) + 1;
}

/** The rows to draw: a page at the anchor and `overscan` rows before and after it. */
export function windowOf(anchor: Anchor, viewport: number, count: number, overscan: number): RowWindow {
  const page = rowsPerPage(viewport);
  const shift = Math.floor(anchor.off / ROW_HEIGHT);
  const top = Math.max(0, Math.min(anchor.row + Math.min(0, shift), count - page));
  return { from: Math.max(0, top - overscan), to: Math.min(count, top + page + overscan) };
}

/** Puts the pane at the anchor, but never before the first row or behind the last. Returns the row that is then at its top. */
export function place(input: PlaceInput): Placement {
  const { from, tops, anchor, viewport, count } = input;
  const drawn = tops.length - 1;
  const height = tops[drawn] ?? 0;
  const first = from === 0;
  const last = from + drawn >= count;
  let y = topOf(tops, anchor.row - from) + anchor.off;
  const atEnd = last && y >= height - viewport - 0.5;
  if (atEnd) {
    y = height - viewport;
  }
  if (first && y < 0) {
    y = 0;
  }
  const outran = (y < 0 && !first) || (y + viewport > height && !last);
  return { y, anchor: anchorAt(tops, from, y), atEnd, fits: first && last && height <= viewport, outran };
}

function topOf(tops: readonly number[], index: number): number {
  const drawn = tops.length - 1;
  if (index < 0) {
    return index * ROW_HEIGHT;
  }
  if (index <= drawn) {
    return tops[index] ?? 0;
  }
  return (tops[drawn] ?? 0) + (index - drawn) * ROW_HEIGHT;
}

function anchorAt(tops: readonly number[], from: number, y: number): Anchor {
  const drawn = tops.length - 1;
  const height = tops[drawn] ?? 0;
  if (y < 0 || y >= height) {
    const rows = Math.floor((y < 0 ? y : y - height) / ROW_HEIGHT);
    const row = from + (y < 0 ? rows : drawn + rows);
    return { row, off: (y < 0 ? y : y - height) - rows * ROW_HEIGHT };
  }
  const index = lastAtOrBefore(tops, y);
  return { row: from + index, off: y - (tops[index] ?? 0) };
}

function lastAtOrBefore(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) <= y) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Height of the scrolled element: the measured one when all rows are drawn, otherwise an estimate under the cap. */
export function spacerHeight(count: number, drawn: number, blockHeight: number): number {
  return drawn >= count ? blockHeight : Math.min(MAX_SPACER, count * ROW_HEIGHT);
}

/**
 * Where the thumb belongs (scrollTop, 0 to `max`). Near an end it keeps as many pixels of room as the text has, so that a wheel
 * reaches the end by itself; elsewhere it is the share of the rows above.
 */
export function thumbOf(input: PlaceInput, placed: Placement, max: number): number {
  const { from, tops, viewport, count } = input;
  const drawn = tops.length - 1;
  if (from === 0) {
    return Math.min(max, Math.max(0, placed.y));
  }
  if (from + drawn >= count) {
    return Math.max(0, max - ((tops[drawn] ?? 0) - viewport - placed.y));
  }
  const position = placed.anchor.row + placed.anchor.off / ROW_HEIGHT;
  return (position / Math.max(1, count - viewport / ROW_HEIGHT)) * max;
}

/** The anchor for a thumb that the pointer holds at `top` of `max`. */
export function anchorAtThumb(top: number, max: number, viewport: number, count: number): Anchor {
  if (top >= max - 1) {
    return { row: count, off: 0 };
  }
  const position = (top / max) * Math.max(0, count - viewport / ROW_HEIGHT);
  const row = Math.floor(position);
  return { row, off: (position - row) * ROW_HEIGHT };
}
