import { type Dispatch, type SetStateAction, useEffect } from 'react';

interface TypeAheadProps {
  /** Takes the change of the text for each key. */
  onTyped: Dispatch<SetStateAction<string>>;
  onClose: () => void;
}

/** The text after a key press; `null` = the press is no text. */
function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  if (ctrlKey || metaKey || altKey) {
    return null;
  }
  if (key === 'Backspace') {
    return text.slice(0, -1);
  }
  return key.length === 1 ? text + key : null;
}

/** Stands in the place of a search whose code is being loaded, and keeps what is typed for it. Draws nothing and leaves the focus where it is. */
export function TypeAhead({ onTyped, onClose }: TypeAheadProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        onClose();
      } else if (textAfter('', event) !== null) {
        event.preventDefault();
        event.stopPropagation();
        onTyped((text) => textAfter(text, event) ?? text);
      }
    };
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [onTyped, onClose]);
  return null;
}
