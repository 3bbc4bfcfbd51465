import { useCallback, useSyncExternalStore } from 'react';

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Below the mobile breakpoint (960 px) the sidebar becomes a drawer and tables become lists. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 959.98px)');

/** From this width on there is room for more than the least beside the sidebar. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 1280px)');

/** Below this width a graph is too small to work with. */
export const useIsSmall = (): boolean => useMediaQuery('(max-width: 767.98px)');

/** Below this width every dialog takes the whole screen. */
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 599.98px)');

export const usePrefersDark = (): boolean => useMediaQuery('(prefers-color-scheme: dark)');

export const usePrefersLessMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)');
