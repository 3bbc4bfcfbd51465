import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue } from 'react';
import type { DrawnPartProps } from './drawn-rows.js';

/** Rows drawn beyond each edge of the visible part, once that is on screen. */
const OVERSCAN = 12;

/** Draws of a long list what is visible, so that its cost does not grow with its length. */
export function VisibleRows({ list, count, rowHeight, children }: DrawnPartProps) {
  const overscan = useDeferredValue(OVERSCAN, 0);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    overscan,
    estimateSize: () => rowHeight,
    getScrollElement: () => list.current?.closest<HTMLElement>('.sy-scroller, .sy-body, .ant-modal-body') ?? null,
  });
  const drawn = virtualizer.getVirtualItems();
  return children({
    drawn,
    before: drawn[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
  });
}
