/** Neighbours of the present page that a pager shows on each side. */
const NEIGHBOURS = 2;

export const pageCount = (rows: number, pageSize: number): number => Math.max(1, Math.ceil(rows / pageSize));

/**
 * Pages that a pager shows: the first, the last, the present page and its neighbours, `null` where pages are left out. A gap of
 * one page is that page.
 */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, i) => i + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= NEIGHBOURS,
  );
  return shown.flatMap((each, i) => {
    const gap = each - (shown[i - 1] ?? 0) - 1;
    return gap === 0 ? [each] : gap === 1 ? [each - 1, each] : [null, each];
  });
}

/** The rows of one page; a page beyond the last is the last. */
export function rowsOfPage<Row>(rows: readonly Row[], page: number, pageSize: number): readonly Row[] {
  const start = (Math.min(page, pageCount(rows.length, pageSize)) - 1) * pageSize;
  return rows.slice(start, start + pageSize);
}
