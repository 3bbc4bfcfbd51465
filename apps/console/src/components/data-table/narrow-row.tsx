import type { ReactNode } from 'react';

interface NarrowRowProps {
  mark?: ReactNode;
  title: ReactNode;
  meta: ReactNode;
  /** A third line. */
  more?: ReactNode;
  action?: ReactNode;
}

/** One list entry of 64 px: mark, name over a second line, one button. */
export function NarrowRow({ mark, title, meta, more, action }: NarrowRowProps) {
  return (
    <div className="sy-narrow-row">
      {mark}
      <div className="sy-grow">
        <div className="sy-ellipsis">{title}</div>
        <div className="sy-narrow-meta">{meta}</div>
        {more}
      </div>
      {action}
    </div>
  );
}
