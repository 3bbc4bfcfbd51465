import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What the page is for, in one sentence. */
  text: ReactNode;
  title: ReactNode;
  /** One primary button, and at most one link. */
  children?: ReactNode;
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="sy-empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {children !== undefined && <div className="sy-row">{children}</div>}
    </div>
  );
}
