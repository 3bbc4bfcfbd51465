import { useSyncExternalStore } from 'react';

interface Clock {
  subscribe: (listener: () => void) => () => void;
  now: () => number;
}

function makeClock(intervalMs: number): Clock {
  const listeners = new Set<() => void>();
  let current = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = (): void => {
    current = Date.now();
    listeners.forEach((listener) => listener());
  };
  return {
    now: () => {
      if (listeners.size === 0) {
        current = Math.floor(Date.now() / 1_000) * 1_000;
      }
      return current;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      timer ??= setInterval(tick, intervalMs);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
      };
    },
  };
}

const everySecond = makeClock(1_000);
const everyQuarter = makeClock(15_000);

/** Epoch milliseconds that move once a `second` or four times a `minute`; all users of one pace share one timer. */
export function useNow(pace: 'second' | 'minute'): number {
  const clock = pace === 'second' ? everySecond : everyQuarter;
  return useSyncExternalStore(clock.subscribe, clock.now, clock.now);
}
