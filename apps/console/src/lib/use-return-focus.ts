import { useState } from 'react';
import { focusPage, giveFocusBack } from './focus-keeper.js';

interface Opening {
  /** Element that had the focus before. */
  opener: Element | null;
  path: string;
}

/**
 * For dialogs over the page. Returns a function that gives the focus back to the control that had it before; call it when the dialog
 * has left the screen.
 * @param leads whether it leads to other pages, whose title gets the focus then
 */
export function useReturnFocus(open: boolean, leads = false): () => void {
  const [shown, setShown] = useState(false);
  const [opening, setOpening] = useState<Opening>({ opener: null, path: '' });
  if (open !== shown) {
    setShown(open);
    if (open) {
      // Before its fields are made: one with `autoFocus` would be taken for the opener.
      setOpening({ opener: document.activeElement, path: location.pathname });
    }
  }
  return () => (leads && location.pathname !== opening.path ? focusPage() : giveFocusBack(opening.opener));
}
