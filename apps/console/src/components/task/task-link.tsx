import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';

function searchWithTask(search: string, taskId: number): string {
  const params = new URLSearchParams(search);
  params.set('t', String(taskId));
  return params.toString();
}

/** Where the log of a task is open over the page on screen. */
export function useTaskPath(): (taskId: number) => { search: string } {
  const { search } = useLocation();
  return (taskId) => ({ search: searchWithTask(search, taskId) });
}

/** Opens the log of a task over the page on screen. */
export function useOpenTask(): (taskId: number) => void {
  const pathOf = useTaskPath();
  const navigate = useNavigate();
  return (taskId) => void navigate(pathOf(taskId));
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
  const pathOf = useTaskPath();
  return (
    <Link
      to={{ ...pathOf(taskId), ...(line !== undefined && { hash: `#L${line}` }) }}
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
