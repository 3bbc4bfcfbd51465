import { useLayoutEffect, useState, type RefObject } from 'react';

const NARROW_PX = 640;

/** Whether the element has less room than the wide layout needs. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(() => innerWidth < NARROW_PX);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) {
      return undefined;
    }
    const resized = new ResizeObserver(() => {
      if (box.clientWidth > 0) {
        setNarrow(box.clientWidth < NARROW_PX);
      }
    });
    resized.observe(box);
    return () => resized.disconnect();
  }, [element]);
  return narrow;
}
