import { useId, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject, type ReactNode } from 'react';
import { useEscape } from '../../lib/use-escape.js';
import { isAtKeyboard } from '../../lib/focus-keeper.js';
import { useRest } from '../../lib/use-rest.js';
import { Popup } from './popup.js';

interface PopupNoteProps {
  /** Of the popup, for a screen reader. */
  title: string;
  /** Content of the button. */
  label: ReactNode;
  /** More about it, with links that call `leave` when they are followed. */
  children: (leave: () => void) => ReactNode;
}

/** `shown` = for the pointer over it or the focus on the button; `entered` = the focus is inside. */
type Opening = 'no' | 'shown' | 'entered';

/** Opens and closes the note as pointer and focus come and go; a note that was entered stays until it is left. */
function useOpening() {
  const [opening, setOpening] = useState<Opening>('no');
  const timer = useRest();
  const set = (next: Opening, from?: Opening): void => {
    timer.cancel();
    setOpening((now) => (from === undefined || from === now ? next : now));
  };
  const rest = (next: Opening): void => timer.rest(() => setOpening((now) => (now === 'entered' ? now : next)));
  return { opening, set, rest };
}

interface NoteProps {
  id: string;
  title: string;
  opening: Opening;
  anchor: RefObject<HTMLElement | null>;
  onLeave: () => void;
  onOutside: () => void;
  children: ReactNode;
}

/** A tooltip while it is shown, a dialog once it was entered; Tab beyond its links leaves it. */
function Note({ id, title, opening, anchor, onLeave, onOutside, children }: NoteProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const links = event.currentTarget.querySelectorAll('a[href]');
    if (event.key === 'Tab' && document.activeElement === links[event.shiftKey ? 0 : links.length - 1]) {
      onLeave();
    }
  };
  const entered = opening === 'entered';
  const role = entered ? { role: 'dialog', 'aria-label': title } : { role: 'tooltip' };
  return (
    <Popup
      anchor={anchor}
      placement="bottomLeft"
      takesFocus={entered}
      onOutside={onOutside}
      props={{ id, className: 'sy-menu sy-note', ...role, onKeyDown }}
    >
      {children}
    </Popup>
  );
}

/**
 * A button over a note: pointer and focus show it, as a description of the button; a press leads to its links, and Escape, or Tab
 * beyond them, back to the button.
 */
export function PopupNote({ title, label, children }: PopupNoteProps) {
  const { opening, set, rest } = useOpening();
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const leave = (): void => {
    if (opening === 'entered') {
      anchor.current?.querySelector('button')?.focus();
    }
    set('no');
  };
  useEscape(opening !== 'no', leave);
  const byMouse = (next: Opening) => (event: PointerEvent) => event.pointerType === 'mouse' && rest(next);
  return (
    <span
      ref={anchor}
      className="sy-popup-anchor"
      onPointerEnter={byMouse('shown')}
      onPointerLeave={byMouse('no')}
      // The row around it opens something else.
      onClick={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        className="sy-note-button"
        aria-haspopup="dialog"
        aria-expanded={opening === 'entered'}
        aria-describedby={opening === 'shown' ? id : undefined}
        onFocus={() => isAtKeyboard() && set('shown', 'no')}
        onBlur={() => set('no', 'shown')}
        onClick={() => set('entered')}
      >
        {label}
      </button>
      {opening !== 'no' && (
        <Note
          key={opening}
          id={id}
          title={title}
          opening={opening}
          anchor={anchor}
          onLeave={leave}
          onOutside={() => set('no')}
        >
          {children(leave)}
        </Note>
      )}
    </span>
  );
}
