import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Column } from './column.js';
import { fittingColumns, isSized } from './fitting-columns.js';

/**
 * The columns that the place of the table has room for; all of them where not every column states its width.
 * @param taken by what is no column, in pixels
 */
export function useFittingColumns<Row>(
  table: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  taken: number,
): readonly Column<Row>[] {
  const [room, setRoom] = useState<number | null>(null);
  const sized = isSized(columns);
  useLayoutEffect(() => {
    const place = table.current?.parentElement;
    if (!sized || !place) {
      return undefined;
    }
    const measure = (): void => setRoom(place.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [sized, table]);
  return sized && room !== null ? fittingColumns(columns, room - taken) : columns;
}
