import { useSearchParams } from 'react-router-dom';
import type { Column, SortOrder } from './column.js';

/** Sort of a table: by the column `key`, or as the rows came. */
export interface Sort {
  key: string | null;
  order: SortOrder;
}

interface UrlSort {
  sort: Sort;
  /** Ascending, then descending, then as the rows came. */
  onSort: (key: string) => void;
}

/** Keeps the sort of a table in the address: `?sort=name&order=desc`. */
export function useUrlSort(): UrlSort {
  const [params, setParams] = useSearchParams();
  const sort: Sort = { key: params.get('sort'), order: params.get('order') === 'desc' ? 'desc' : 'asc' };
  const onSort = (key: string): void =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        const wanted = nextOrder(sort, key);
        next.delete('sort');
        next.delete('order');
        if (wanted !== null) {
          next.set('sort', key);
          next.set('order', wanted);
        }
        return next;
      },
      { replace: true },
    );
  return { sort, onSort };
}

/** The order that a press on the heading of a column leads to; `null`: as the rows came. */
export function nextOrder({ key: present, order }: Sort, key: string): SortOrder | null {
  if (present !== key) {
    return 'asc';
  }
  return order === 'asc' ? 'desc' : null;
}

/** Equal rows stay in the order in which they came. */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { key: wanted, order }: Sort,
): readonly Row[] {
  const sorter = columns.find(({ key }) => key === wanted)?.sorter;
  const direction = order === 'desc' ? -1 : 1;
  return sorter ? [...rows].sort((one, other) => direction * sorter(one, other)) : rows;
}
