import { flushSync } from 'react-dom';
import type { PaneController, PaneElements } from './pane-controller.js';

const IDLE_MS = 150;

/**
 * Connects the browser's scrolling with the controller. Rows are drawn inside the scroll event, before the frame is painted. The thumb is
 * corrected when scrolling rests, never while the pointer holds it.
 */
export function connectInput(controller: PaneController, { scroller, pane }: PaneElements): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let held = false;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const rest = (): void => {
    if (!held) {
      flushSync(() => controller.syncThumb());
    }
  };
  const restLater = (): void => {
    clearTimeout(idle);
    idle = setTimeout(rest, IDLE_MS);
  };
  const onScroll = (): void => {
    pane.style.setProperty('--sy-log-shift', `${-scroller.scrollLeft}px`);
    flushSync(() => controller.scrolled(held));
    restLater();
  };
  const release = (): void => {
    if (!held) {
      return;
    }
    held = false;
    restLater();
  };
  scroller.addEventListener('scroll', onScroll, { passive: true, signal });
  scroller.addEventListener('pointerdown', (event) => (held = onScrollbar(scroller, event)), { signal });
  for (const name of ['pointerup', 'mouseup', 'pointercancel']) {
    addEventListener(name, release, { capture: true, signal });
  }
  const resized = new ResizeObserver(() => controller.refresh());
  resized.observe(scroller);
  return () => {
    stop.abort();
    resized.disconnect();
    clearTimeout(idle);
  };
}

function onScrollbar(scroller: HTMLElement, event: PointerEvent): boolean {
  return event.target === scroller && event.offsetX >= scroller.clientWidth;
}
