import type { Key, ReactNode } from 'react';
import type { Column, Expansion, Paging } from './column.js';

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: Column<Row>[];
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  error?: unknown;
  onRetry: () => void;
  /** Content in the place of the table when there are no rows. */
  empty: ReactNode;
  /** The same row as a list entry, below the mobile breakpoint. */
  narrowRow: (row: Row) => ReactNode;
  /** Row height: 42 `normal`, 38 `tight`, 54 `tall`. */
  density?: 'normal' | 'tight' | 'tall';
  expansion?: Expansion<Row>;
  /** Absent: the list shows all its rows, drawn as they come into view. */
  paging?: Paging;
  /** Below the rows, for instance the ways to other pages. */
  foot?: ReactNode;
  /** Given: a click anywhere in the row opens it; the row's own link or button serves the keyboard. */
  onRowClick?: (row: Row) => void;
}

/** Props of both forms of a list. */
export type ListProps<Row> = DataTableProps<Row> & { rows: readonly Row[] };
