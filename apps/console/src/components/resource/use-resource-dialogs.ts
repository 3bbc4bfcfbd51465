import { useState } from 'react';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';

/** Parameter of the address with the id of the row whose dialog is open. */
const OPEN = 'open';

/** Which dialog of a resource page is open: nothing, a new row, or the row being edited or deleted. */
export interface ResourceDialogs<Row> {
  /** `null` in `row` = a new one, of the kind that was chosen where there are several. */
  editing: { row: Row | null; kind: string | null } | null;
  deleting: Row | null;
  create: () => void;
  createKind: (kind: string | null) => void;
  edit: (row: Row) => void;
  remove: (row: Row) => void;
  close: () => void;
}

/** @param rows those that an address may open; `undefined` = none */
export function useResourceDialogs<Row extends { id: number }>(rows?: readonly Row[]): ResourceDialogs<Row> {
  const [params, change] = useUrlParams();
  const [editing, setEditing] = useState<ResourceDialogs<Row>['editing']>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const id = idParam(params, OPEN);
  const opened = id === undefined ? undefined : rows?.find((row) => row.id === id);
  return {
    editing: editing ?? (opened ? { row: opened, kind: null } : null),
    deleting,
    create: () => setEditing({ row: null, kind: null }),
    createKind: (kind) => setEditing({ row: null, kind }),
    edit: (row) => setEditing({ row, kind: null }),
    remove: setDeleting,
    close: () => {
      setEditing(null);
      setDeleting(null);
      if (params.has(OPEN)) {
        change({ [OPEN]: null });
      }
    },
  };
}
