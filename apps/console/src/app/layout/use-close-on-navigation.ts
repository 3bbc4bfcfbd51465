import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Calls `close` whenever the page changes. */
export function useCloseOnNavigation(close: () => void): void {
  const { pathname } = useLocation();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    latest.current();
  }, [pathname]);
}
