import { useEffect, useRef } from 'react';

/** Of a form on screen: nothing is typed, or it is not saved, or it is being saved. */
export type Typed = 'nothing' | 'unsaved' | 'saving';

export const typedStatus = (isTyped: boolean, isSaving: boolean): Typed =>
  !isTyped ? 'nothing' : isSaving ? 'saving' : 'unsaved';

const forms = new Set<() => Typed>();

/** Whether a form on screen holds what was typed and not saved. */
export const hasUnsaved = (): boolean => [...forms].some((typed) => typed() === 'unsaved');

/** Whether a form on screen holds what was typed, be it on its way to the server. */
export const hasTyped = (): boolean => [...forms].some((typed) => typed() !== 'nothing');

/** Counts a form among those that are asked before its page is left. */
export function useUnsaved(typed: () => Typed): void {
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const check = (): Typed => latest.current();
    forms.add(check);
    return () => void forms.delete(check);
  }, []);
}
