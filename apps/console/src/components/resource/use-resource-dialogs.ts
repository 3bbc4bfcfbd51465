import { useState } from 'react';

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

export function useResourceDialogs<Row>(): ResourceDialogs<Row> {
  const [editing, setEditing] = useState<ResourceDialogs<Row>['editing']>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  return {
    editing,
    deleting,
    create: () => setEditing({ row: null, kind: null }),
    createKind: (kind) => setEditing({ row: null, kind }),
    edit: (row) => setEditing({ row, kind: null }),
    remove: setDeleting,
    close: () => {
      setEditing(null);
      setDeleting(null);
    },
  };
}
