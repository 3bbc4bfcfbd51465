import type { ReactNode } from 'react';

interface MenuItemProps {
  /** Of an entry that is chosen or not: one of several, or one by one. */
  kind?: 'radio' | 'checkbox';
  checked?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An entry of a `PopupMenu`. */
export function MenuItem({ kind, checked, onChoose, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role={kind === undefined ? 'menuitem' : `menuitem${kind}`}
      aria-checked={kind && checked}
      className="sy-menu-item"
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
