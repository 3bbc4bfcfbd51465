import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';

function searchWithTask(search: string, taskId: number): string {
  const params = new URLSearchParams(search);
  params.set('t', String(taskId));
  return params.toString();
}

/** Opens the log of a task over the page on screen. */
export function useOpenTask(): (taskId: number) => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (taskId) => void navigate({ search: searchWithTask(search, taskId) });
}

/** The same as a link, so that it can be opened in a new tab. */
export function TaskLink({
  taskId,
  line,
  className,
  title,
  onFollow,
  children,
}: {
  taskId: number;
  /** Line of its log to open at, from 1. */
  line?: number;
  className?: string;
  title?: string;
  onFollow?: () => void;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  return (
    <Link
      to={{ search: searchWithTask(search, taskId), ...(line !== undefined && { hash: `#L${line}` }) }}
      className={className ?? 'sy-id'}
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        onFollow?.();
      }}
    >
      {children ?? `#${taskId}`}
    </Link>
  );
}
