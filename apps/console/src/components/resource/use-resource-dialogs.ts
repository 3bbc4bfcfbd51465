import { useState } from 'react';

/** Which dialog of a resource page is open: nothing, a new row, or the row being edited or deleted. */
export interface ResourceDialogs<Row> {
  /** `null` in `row` = a new one. */
  editing: { row: Row | null } | null;
  deleting: Row | null;
  create: () => void;
  edit: (row: Row) => void;
  remove: (row: Row) => void;
  close: () => void;
}

export function useResourceDialogs<Row>(): ResourceDialogs<Row> {
  const [editing, setEditing] = useState<{ row: Row | null } | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  return {
    editing,
    deleting,
    create: () => setEditing({ row: null }),
    edit: (row) => setEditing({ row }),
    remove: setDeleting,
    close: () => {
      setEditing(null);
      setDeleting(null);
    },
  };
}
