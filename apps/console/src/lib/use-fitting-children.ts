import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * How many children of an element stand in its first line, as its width and theirs change. The element wraps, and hides
 * the lines below the first.
 * @param names of the children, one each
 */
export function useFittingChildren<Element extends HTMLElement>(
  names: readonly string[],
): [RefObject<Element | null>, number] {
  const ref = useRef<Element>(null);
  const [fitting, setFitting] = useState(names.length);
  const children = names.join('\n');
  useLayoutEffect(() => {
    const elements = [...(ref.current?.children ?? [])].filter((each) => each instanceof HTMLElement);
    const measure = (): void => {
      const top = elements[0]?.offsetTop;
      setFitting(elements.filter(({ offsetTop }) => offsetTop === top).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    [ref.current, ...elements].forEach((each) => each && observer.observe(each));
    return () => observer.disconnect();
  }, [children]);
  return [ref, fitting];
}
