import { useEffect, useLayoutEffect, useRef, type HTMLAttributes, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';

export type Placement = 'bottomLeft' | 'bottomRight' | 'topLeft' | 'topRight' | 'top';

/** Pixels between the anchor and what opens at it, and between that and the edge of the window. */
const GAP = 4;
const EDGE = 8;

/** Element at which the popup opens: the anchor, or the control in it. */
const CONTROL = 'button, input';

const FIRST = 'input, .sy-menu-item, a[href]';

/** Puts the element at its anchor: at the other side of it where there is more room, and never beyond the window. */
function place(element: HTMLElement, anchor: DOMRect, placement: Placement): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const above = anchor.top - GAP - EDGE;
  const below = innerHeight - anchor.bottom - GAP - EDGE;
  const up = placement.startsWith('top') ? above >= height || above > below : below < height && above > below;
  const top = up ? anchor.top - GAP - height : anchor.bottom + GAP;
  const middle = anchor.left + (anchor.width - width) / 2;
  const left = placement === 'top' ? middle : placement.endsWith('Left') ? anchor.left : anchor.right - width;
  element.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`;
  element.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - EDGE - width))}px`;
}

interface PopupProps {
  anchor: RefObject<HTMLElement | null>;
  placement: Placement;
  /** The pointer went down elsewhere, or the window changed. */
  onOutside: () => void;
  /** False for what shows itself to somebody who works elsewhere. */
  takesFocus?: boolean;
  props: HTMLAttributes<HTMLDivElement>;
  children: ReactNode;
}

/** In the top layer of the page, over dialogs too. Its first field, item or link gets the focus; what loads later keeps its place. */
export function Popup({ anchor, placement, onOutside, takesFocus = true, props, children }: PopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [element, control] = [popup.current, anchor.current?.querySelector(CONTROL) ?? anchor.current];
    if (!element || !control) {
      return undefined;
    }
    element.showPopover();
    place(element, control.getBoundingClientRect(), placement);
    if (takesFocus) {
      (element.querySelector<HTMLElement>(FIRST) ?? element).focus({ preventScroll: true });
    }
    const sized = new ResizeObserver(() => place(element, control.getBoundingClientRect(), placement));
    sized.observe(element);
    return () => sized.disconnect();
  }, [anchor, placement, takesFocus]);
  useEffect(() => {
    const stop = new AbortController();
    const leave = ({ target }: Event): void => {
      if (!(target instanceof Node && (popup.current?.contains(target) || anchor.current?.contains(target)))) {
        onOutside();
      }
    };
    document.addEventListener('pointerdown', leave, { capture: true, signal: stop.signal });
    addEventListener('resize', onOutside, { signal: stop.signal });
    return () => stop.abort();
  }, [anchor, onOutside]);
  return createPortal(
    <div ref={popup} popover="manual" tabIndex={-1} {...props}>
      {children}
    </div>,
    document.body,
  );
}
