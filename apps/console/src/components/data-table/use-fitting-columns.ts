import { useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import type { Column } from './column.js';
import { fittingColumns, isSized } from './fitting-columns.js';
import { headMeasure, withHeadRoom } from './head-room.js';

interface Room {
  width: number;
  widthOf: (word: string) => number;
}

/**
 * The columns that the place of the table has room for; all of them where not every column states its width.
 * @param taken by what is no column, in pixels
 */
export function useFittingColumns<Row>(
  table: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  taken: number,
): readonly Column<Row>[] {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const place = table.current?.parentElement;
    if (!place || !table.current) {
      return undefined;
    }
    const widthOf = headMeasure(table.current);
    const measure = (): void => setRoom({ width: place.clientWidth, widthOf });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
  }, [table]);
  return useMemo(() => {
    if (room === null) {
      return columns;
    }
    const roomy = withHeadRoom(columns, room.widthOf);
    return isSized(columns) ? fittingColumns(roomy, room.width - taken) : roomy;
  }, [columns, room, taken]);
}
