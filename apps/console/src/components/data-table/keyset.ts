/** Rows of a page. */
export const PAGE_SIZE = 20;

/** Where a page lies in a list that is read newest first: below a row, above one, or at its top. */
export interface Cursor {
  before?: number;
  after?: number;
}

/** Query of a page: one row more than it shows, which reveals whether there is a next page. */
export const pageQuery = (cursor: Cursor): Cursor & { limit: number } => ({ ...cursor, limit: PAGE_SIZE + 1 });

export interface KeysetPage<Row> {
  rows: readonly Row[];
  /** The pages beside it; `null` = there is none, or the first page is as good. */
  newer: Cursor | null;
  older: Cursor | null;
  /** The cursor leads to the top of the list, or to nothing: the first page shows the same, or more. */
  isFirst: boolean;
}

/** Returns the rows of a page among those that {@link pageQuery} fetched, newest first. */
export function keysetPage<Row>(
  fetched: readonly Row[],
  { before, after }: Cursor,
  keyOf: (row: Row) => number,
): KeysetPage<Row> {
  const more = fetched.length > PAGE_SIZE;
  const upwards = after !== undefined;
  const rows = upwards ? fetched.slice(-PAGE_SIZE) : fetched.slice(0, PAGE_SIZE);
  const [first, last] = [rows[0], rows.at(-1)];
  const isFirst = upwards ? !more : before === undefined || rows.length === 0;
  return {
    rows,
    isFirst,
    newer: !isFirst && first !== undefined ? { after: keyOf(first) } : null,
    older: (upwards || more) && last !== undefined ? { before: keyOf(last) } : null,
  };
}
