import { Pagination, Table, type TablePaginationConfig, type TableProps } from 'antd';
import type { ColumnType } from 'antd/es/table';
import type { Key, ReactNode } from 'react';
import { useIsNarrow } from '../lib/use-media-query.js';
import { LoadFailure } from './load-failure.js';
import { LoadingRows } from './loading-rows.js';
import { useUrlSort } from './use-url-sort.js';

export type Column<Row> = ColumnType<Row> & { key: string };

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: Column<Row>[];
  /** `undefined` while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  error?: unknown;
  onRetry: () => void;
  /** What stands in the place of the table when there are no rows. */
  empty: ReactNode;
  /** The same row as a list entry, below the mobile breakpoint. */
  narrowRow: (row: Row) => ReactNode;
  /** Row height: 42 `normal`, 38 `tight`, 54 `tall`. */
  density?: 'normal' | 'tight' | 'tall';
  expandable?: TableProps<Row>['expandable'];
  /** Absent: the list shows all its rows. */
  pagination?: TablePaginationConfig;
  /** Given: a click anywhere in the row opens it; the row's own link or button serves the keyboard. */
  onRowClick?: (row: Row) => void;
}

function NarrowList<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, rows, rowKey, narrowRow, pagination } = props;
  const { current = 1, pageSize = rows.length } = pagination ?? {};
  return (
    <>
      <ul className="sy-list" aria-label={label}>
        {rows.slice((current - 1) * pageSize, current * pageSize).map((row) => (
          <li key={rowKey(row)}>{narrowRow(row)}</li>
        ))}
      </ul>
      {pagination !== undefined && <Pagination {...pagination} className="sy-pager" simple total={rows.length} />}
    </>
  );
}

function WideTable<Row extends object>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { columns, rows, rowKey, density = 'normal', expandable, pagination, label, onRowClick } = props;
  const { orderOf, onChange } = useUrlSort<Row>();
  return (
    <Table<Row>
      aria-label={label}
      className={`sy-table sy-table-${density}`}
      size="small"
      columns={columns.map((column) => (column.sorter ? { ...column, sortOrder: orderOf(column.key) } : column))}
      dataSource={rows}
      rowKey={rowKey}
      pagination={pagination ?? false}
      showSorterTooltip={false}
      onChange={onChange}
      {...(expandable && { expandable })}
      {...(onRowClick && { onRow: (row) => ({ onClick: () => onRowClick(row), className: 'sy-clickable' }) })}
    />
  );
}

/** Every list of the console: loading, failed, empty, wide as a table, narrow as a list. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const narrow = useIsNarrow();
  const { rows, error, onRetry, empty } = props;
  if (rows === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={onRetry} />;
  }
  if (rows.length === 0) {
    return empty;
  }
  return narrow ? <NarrowList {...props} rows={rows} /> : <WideTable {...props} rows={rows} />;
}
