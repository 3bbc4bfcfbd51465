import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** Purpose of the page, in one sentence. */
  text: ReactNode;
  title: ReactNode;
  /** `h1` where the page has no other. */
  heading?: 'h1' | 'h2';
  /** One primary button, and at most one link. */
  children?: ReactNode;
}

export function EmptyState({ title, text, heading: Heading = 'h2', children }: EmptyStateProps) {
  return (
    <div className="sy-empty">
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children !== undefined && <div className="sy-row">{children}</div>}
    </div>
  );
}
