import type { ReactNode } from 'react';

/** A column of a {@link DataTable}. */
export interface Column<Row> {
  /** Stands in the address as the sort. */
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  /** In pixels; the columns without one share the rest. */
  width?: number;
  /** Least room of a column without a width, in pixels. Where every column has one of both, those that do not fit go. */
  min?: number;
  /** Share of the room that is left, beside others without a width; 1 by default. */
  grow?: number;
  /** Of the columns that do not fit, the one with the highest rank goes first; without one it always stays. */
  rank?: number;
  align?: 'right';
  className?: string;
  /** Text that does not fit ends with an ellipsis. */
  ellipsis?: boolean;
  /** Given: people can sort by this column. */
  sorter?: (one: Row, other: Row) => number;
}

/** Content to which a row can open. */
export interface Expansion<Row> {
  /** Heading of the column of carets. */
  title: ReactNode;
  isExpandable: (row: Row) => boolean;
  caret: (row: Row, expanded: boolean, onToggle: () => void) => ReactNode;
  content: (row: Row) => ReactNode;
}

/** One page of a list at a time. */
export interface Paging {
  /** 1 = the first. */
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}

export type SortOrder = 'asc' | 'desc';
