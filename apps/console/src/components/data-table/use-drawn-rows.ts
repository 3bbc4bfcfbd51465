import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useDeferredValue, useRef, type RefObject } from 'react';

/** Lists up to this length are drawn whole, so that the browser's own search finds everything in them. */
const DRAWN_WHOLE = 60;
/** Rows drawn beyond each edge of the visible part, once that is on screen. */
const OVERSCAN = 12;

export interface DrawnRows<Element extends HTMLElement> {
  /** The list itself; its nearest scrolling ancestor decides what is visible. */
  ref: RefObject<Element | null>;
  /** Rows to draw, by their place in the list; `null`: all of them. */
  drawn: readonly VirtualItem[] | null;
  /** Height that stands for the rows left out, in pixels. */
  before: number;
  after: number;
  /** For the element of each drawn row, whose `data-index` is its place. */
  measure: (element: HTMLElement | null) => void;
}

/** Draws of a long list what is visible, so that its cost does not grow with its length. */
export function useDrawnRows<Element extends HTMLElement>(count: number, rowHeight: number): DrawnRows<Element> {
  const ref = useRef<Element>(null);
  const enabled = count > DRAWN_WHOLE;
  const overscan = useDeferredValue(OVERSCAN, 0);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    enabled,
    overscan,
    estimateSize: () => rowHeight,
    getScrollElement: () => ref.current?.closest<HTMLElement>('.sy-scroller, .sy-body, .ant-modal-body') ?? null,
  });
  const drawn = enabled ? virtualizer.getVirtualItems() : null;
  return {
    ref,
    drawn,
    before: drawn?.[0]?.start ?? 0,
    after: drawn ? virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0,
    measure: virtualizer.measureElement,
  };
}
