import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { withoutOpened } from '../../lib/open-param.js';

function searchWithTask(search: string, taskId: number): string {
  const params = new URLSearchParams(withoutOpened(search));
  params.set('t', String(taskId));
  return params.toString();
}

/** Where the log of a task is open over the page on screen. */
export function useTaskPath(): (taskId: number) => { search: string } {
  const { search } = useLocation();
  return (taskId) => ({ search: searchWithTask(search, taskId) });
}

/** State of a step of the history that opened a log over a page: the step before it is that page. */
interface OverPage {
  overPage: true;
}

/** Whether the step before the one on screen is the page below the log. */
export const isOverPage = (state: unknown): boolean => (state as Partial<OverPage> | null)?.overPage === true;

/** A log that is opened from another one, or for which the address is replaced, has no page right before it. */
const stateOf = (search: string): OverPage | undefined =>
  new URLSearchParams(search).has('t') ? undefined : { overPage: true };

/** Opens the log of a task over the page on screen. */
export function useOpenTask(): (taskId: number) => void {
  const navigate = useNavigate();
  return (taskId) => {
    // The address of now: a form that answers late was drawn with an older one.
    const { search } = window.location;
    const page = withoutOpened(search);
    if (`?${page}` !== search && search !== '') {
      // Going back shows the page, not the form that started the task.
      void navigate({ search: page }, { replace: true });
    }
    void navigate({ search: searchWithTask(search, taskId) }, { state: stateOf(search) });
  };
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
  const { search } = useLocation();
  return (
    <Link
      state={stateOf(search)}
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
