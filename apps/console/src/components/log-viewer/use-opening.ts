import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { withContext } from './find/context-lines.js';
import type { LogParts } from './log-parts.js';
import { useObservable } from './store/observable.js';
import type { LogViewerProps } from './log-viewer-props.js';

/** Opens the log, keeps it live, and shows the lines that the address or the caller points to. */
export function useOpening(parts: LogParts, { live, target, openAt, autoFocus = false }: LogViewerProps): void {
  const { phase } = useObservable(parts.store.state);
  const opened = useRef(false);
  useEffect(() => {
    parts.store.open();
    const disconnect = parts.selection.connect();
    return () => {
      disconnect();
      parts.find.dispose();
      parts.store.close();
    };
  }, [parts]);
  useEffect(() => {
    parts.store.setLive(live);
  }, [parts, live]);
  useEffect(() => {
    if (autoFocus && !isBusyNearby(parts.pane.elements?.scroller)) {
      parts.pane.focus();
    }
  }, [parts, autoFocus]);
  const wanted = target?.from;
  useLayoutEffect(() => {
    if (phase !== 'ready') {
      return;
    }
    const line = wanted ?? (opened.current ? undefined : openAt);
    const calm = opened.current;
    opened.current = true;
    if (line !== undefined) {
      parts.pane.toLine(line - 1, calm);
    }
  }, [parts, phase, wanted, openAt]);
  useFinding(parts);
}

/** Whether somebody works elsewhere in the dialog already: lines that arrive late, or again with a new attempt, take no focus then. */
function isBusyNearby(element: HTMLElement | undefined): boolean {
  const { activeElement: active } = document;
  const dialog = element?.closest('[role="dialog"]');
  return active !== null && active !== dialog && dialog?.contains(active) === true;
}

/** Keeps the pane's filter and the hits of a growing log in step with the find bar. */
function useFinding(parts: LogParts): void {
  const { onlyMatches, around, found, phase } = useObservable(parts.find.state);
  const { version } = useObservable(parts.store.state);
  useEffect(() => {
    parts.find.scanArrived();
  }, [parts, version]);
  const shown = onlyMatches && phase === 'done' ? found.lines : undefined;
  const lines = useMemo(() => shown && withContext(shown, around, parts.store.total), [parts, shown, around]);
  useLayoutEffect(() => {
    parts.pane.filter(lines);
  }, [parts, lines]);
}
