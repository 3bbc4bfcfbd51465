import { useEffect, useState } from 'react';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';
import { type Cursor, type KeysetPage, keysetPage } from './keyset.js';

const AT_TOP = { before: null, after: null } as const;

/** The page of the address: `?before=42`, `?after=42` or the first one. A change of a filter starts at the first. */
export function useUrlCursor(): Cursor {
  const [params] = useUrlParams();
  const [before, after] = [idParam(params, 'before'), idParam(params, 'after')];
  if (before !== undefined) {
    return { before };
  }
  return after === undefined ? {} : { after };
}

export interface KeysetList<Row> {
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined;
  /** Absent where they lead nowhere. */
  onNewest?: (() => void) | undefined;
  onNewer?: (() => void) | undefined;
  onOlder?: (() => void) | undefined;
}

/** Result of a query for the page of the address. */
interface Fetched<Row> {
  /** `undefined` while another page is loaded; the one before is shown until then. */
  currentData?: readonly Row[] | undefined;
  error?: unknown;
}

/** Returns the shown rows of the fetched page, and the ways to its neighbours. The way back ends at an address without a cursor. */
export function useKeyset<Row>({ currentData, error }: Fetched<Row>, keyOf: (row: Row) => number): KeysetList<Row> {
  const [, change] = useUrlParams();
  const cursor = useUrlCursor();
  const [shown, setShown] = useState<{ of: readonly Row[]; page: KeysetPage<Row> } | null>(null);
  if (currentData !== undefined && currentData !== shown?.of) {
    setShown({ of: currentData, page: keysetPage(currentData, cursor, keyOf) });
  }
  const page = currentData === undefined && error !== undefined ? undefined : shown?.page;
  const isNeedless = currentData !== undefined && page?.isFirst === true && Object.keys(cursor).length > 0;
  useEffect(() => {
    if (isNeedless) {
      change(AT_TOP);
    }
  }, [isNeedless, change]);
  const to = (target: Cursor | null | undefined): (() => void) | undefined =>
    target
      ? () =>
          change({ ...AT_TOP, ...Object.fromEntries(Object.entries(target).map(([k, v]) => [k, String(v)])) }, 'push')
      : undefined;
  return {
    rows: page?.rows,
    onNewest: page?.newer ? () => change(AT_TOP, 'push') : undefined,
    onNewer: to(page?.newer),
    onOlder: to(page?.older),
  };
}
