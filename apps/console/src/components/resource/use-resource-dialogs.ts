import { useState } from 'react';
import { OPEN, openedBy, openNew } from '../../lib/open-param.js';
import { useUrlParams } from '../../lib/use-url-params.js';

/** Which dialog of a resource page is open: nothing, a new row, or the row being edited or deleted. */
export interface ResourceDialogs<Row> {
  /** `null` in `row` = a new one, of the kind that was chosen where there are several. */
  editing: { row: Row | null; kind: string | null } | null;
  /** Key of the edit dialog: one that is opened while the one before still closes is another. */
  opening: number;
  deleting: Row | null;
  create: () => void;
  createKind: (kind: string | null) => void;
  edit: (row: Row) => void;
  remove: (row: Row) => void;
  close: () => void;
}

/** Returns the dialog that the address opens, once the rows are there. */
function addressed<Row extends { id: number }>(
  params: URLSearchParams,
  rows: readonly Row[] | undefined,
): ResourceDialogs<Row>['editing'] {
  const wanted = openedBy(params);
  if (wanted === null || rows === undefined) {
    return null;
  }
  if ('kind' in wanted) {
    return { row: null, kind: wanted.kind };
  }
  const row = rows.find(({ id }) => id === wanted.id);
  return row === undefined ? null : { row, kind: null };
}

/**
 * The address names the dialog that is open, so that a reload, the next sign-in or a link opens it again.
 * @param rows those that an address may open; `undefined` = none, and the address stays as it is
 */
export function useResourceDialogs<Row extends { id: number }>(rows?: readonly Row[]): ResourceDialogs<Row> {
  const [params, change] = useUrlParams();
  const [editing, setEditing] = useState<ResourceDialogs<Row>['editing']>(null);
  const [opening, setOpening] = useState(0);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const open = (next: NonNullable<typeof editing>): void => {
    setEditing(next);
    setOpening((count) => count + 1);
    if (rows !== undefined) {
      change({ [OPEN]: next.row === null ? openNew(next.kind) : String(next.row.id) });
    }
  };
  return {
    editing: editing ?? addressed(params, rows),
    opening,
    deleting,
    create: () => open({ row: null, kind: null }),
    createKind: (kind) => open({ row: null, kind }),
    edit: (row) => open({ row, kind: null }),
    remove: setDeleting,
    close: () => {
      setEditing(null);
      setDeleting(null);
      if (new URLSearchParams(window.location.search).has(OPEN)) {
        change({ [OPEN]: null });
      }
    },
  };
}
