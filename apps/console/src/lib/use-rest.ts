import { useEffect, useMemo } from 'react';

/** How long the pointer rests before something opens or closes at it, in milliseconds. */
const REST_MS = 100;

/** Does one thing once the pointer has rested. `rest` takes the place of what is still to be done, `cancel` leaves it out. */
export function useRest(): { rest: (action: () => void) => void; cancel: () => void } {
  const timer = useMemo(() => {
    let pending: ReturnType<typeof setTimeout> | undefined;
    const cancel = (): void => clearTimeout(pending);
    const rest = (action: () => void): void => {
      cancel();
      pending = setTimeout(action, REST_MS);
    };
    return { rest, cancel };
  }, []);
  useEffect(() => timer.cancel, [timer]);
  return timer;
}
