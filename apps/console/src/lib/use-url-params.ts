import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Change of the page's address: `null` removes a parameter. */
export type ParamChange = Readonly<Record<string, string | null>>;

/** Parameters of the address, and a change of some of them that leaves the others; `push` makes a step to go back by. */
export function useUrlParams(): [URLSearchParams, (change: ParamChange, step?: 'push' | 'replace') => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: ParamChange, step: 'push' | 'replace' = 'replace'): void => {
      // Not of the last drawing: what closes itself may have opened something meanwhile.
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(values)) {
        next.delete(name);
        if (value !== null && value !== '') {
          next.set(name, value);
        }
      }
      setParams(next, { replace: step === 'replace' });
    },
    [setParams],
  );
  return [params, change];
}

/** A row id of the address; `undefined` = there is none. */
export function idParam(params: URLSearchParams, name: string): number | undefined {
  const id = Number(params.get(name));
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : undefined;
}
