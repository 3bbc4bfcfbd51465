import { own } from '@switchyard/contracts';
import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { Popup, type Placement } from './popup.js';

interface TriggerProps {
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  onClick: () => void;
}

interface PopupMenuProps {
  /** The button that opens the menu; spread the given props onto it. */
  trigger: (props: TriggerProps) => ReactElement;
  /** The content; `close` also gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
  placement: Placement;
  width: number;
  label: string;
  /** `dialog` for content that is more than a list of items, such as a search field over them. */
  role?: 'menu' | 'dialog';
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const itemsOf = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('.sy-menu-item:not([disabled])'),
];

function moveFocus(menu: HTMLElement, step: number): void {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  items[(at + step + items.length + (at === -1 && step < 0 ? 1 : 0)) % items.length]?.focus();
}

/** A menu under a button with our own content: arrow keys, Home and End move, Escape closes and returns the focus. */
export function PopupMenu({ trigger, children, placement, width, label, role = 'menu' }: PopupMenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const close = (): void => {
    setOpen(false);
    anchor.current?.querySelector('button')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = own(steps, event.key);
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      close();
    } else if (step !== undefined) {
      event.preventDefault();
      moveFocus(event.currentTarget, step);
    } else if (role === 'menu' && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault();
      itemsOf(event.currentTarget)
        .at(event.key === 'Home' ? 0 : -1)
        ?.focus();
    }
  };
  return (
    <span ref={anchor} className="sy-popup-anchor">
      {trigger({ 'aria-haspopup': role, 'aria-expanded': open, onClick: () => setOpen(!open) })}
      {open && (
        <Popup
          anchor={anchor}
          placement={placement}
          onOutside={() => setOpen(false)}
          props={{ className: 'sy-menu', style: { width }, role, 'aria-label': label, onKeyDown }}
        >
          {children(close)}
        </Popup>
      )}
    </span>
  );
}
