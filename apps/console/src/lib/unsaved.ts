import { useEffect, useRef } from 'react';

const forms = new Set<() => boolean>();

/** Whether a form on screen holds what was typed and not saved. */
export const hasUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());

/** Counts a form among those that are asked before its page is left. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const check = (): boolean => latest.current();
    forms.add(check);
    return () => void forms.delete(check);
  }, []);
}
