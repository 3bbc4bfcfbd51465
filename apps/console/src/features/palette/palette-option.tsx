import { EnterOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Range } from './match-text.js';
import type { FoundEntry } from './palette-entries.js';

function marked(text: string, ranges: readonly Range[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}

interface PaletteOptionProps {
  id: string;
  entry: FoundEntry;
  active: boolean;
  onHover: () => void;
  onOpen: () => void;
}

export function PaletteOption({ id, entry, active, onHover, onOpen }: PaletteOptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={active}
      className="sy-palette-option"
      onMouseMove={active ? undefined : onHover}
      onClick={onOpen}
    >
      <span className="sy-palette-icon">{entry.icon}</span>
      <b className="sy-ellipsis">{marked(entry.text, entry.ranges)}</b>
      {entry.detail !== undefined && <span className="sy-palette-detail">{entry.detail}</span>}
      {active && <EnterOutlined className="sy-palette-enter" aria-hidden />}
    </div>
  );
}
