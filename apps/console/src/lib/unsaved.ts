import { useEffect, useRef } from 'react';

/** Of a form on screen: nothing is typed, or it is not saved, or it is being saved. */
export type Typed = 'nothing' | 'unsaved' | 'saving';

export const typedStatus = (isTyped: boolean, isSaving: boolean): Typed =>
  !isTyped ? 'nothing' : isSaving ? 'saving' : 'unsaved';

interface OpenForm {
  typed: () => Typed;
  discard: () => void;
}

const forms = new Set<OpenForm>();

/** Whether a form on screen holds what was typed and not saved. */
export const hasUnsaved = (): boolean => [...forms].some(({ typed }) => typed() === 'unsaved');

/** Whether a form on screen holds what was typed, be it on its way to the server. */
export const hasTyped = (): boolean => [...forms].some(({ typed }) => typed() !== 'nothing');

/** A person wants what is typed on screen thrown away. */
export const discardUnsaved = (): void => forms.forEach(({ discard }) => discard());

/**
 * Counts a form among those that are asked before its page is left.
 * @param discard forgets what is kept of it beyond the page
 */
export function useUnsaved(typed: () => Typed, discard: () => void): void {
  const latest = useRef({ typed, discard });
  useEffect(() => {
    latest.current = { typed, discard };
  });
  useEffect(() => {
    const form: OpenForm = { typed: () => latest.current.typed(), discard: () => latest.current.discard() };
    forms.add(form);
    return () => void forms.delete(form);
  }, []);
}
