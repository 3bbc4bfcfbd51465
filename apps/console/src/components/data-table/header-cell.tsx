import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import type { Column, SortOrder } from './column.js';

interface HeaderCellProps<Row> {
  column: Column<Row>;
  order: SortOrder | null;
  onSort: (key: string) => void;
}

const cellClass = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

/** Class of the cells of a column, in head and body. */
export const columnClass = <Row,>({ className, align, ellipsis }: Column<Row>): string | undefined =>
  cellClass(className, align === 'right' && 'sy-right', ellipsis && 'sy-ellipsis');

/** The heading of a column; one that sorts is a button (WAI-ARIA, sortable table pattern). */
export function HeaderCell<Row>({ column, order, onSort }: HeaderCellProps<Row>) {
  const { key, title, sorter, width } = column;
  const sorted = { asc: 'ascending', desc: 'descending' } as const;
  return (
    <th
      scope="col"
      className={columnClass(column)}
      style={width === undefined ? undefined : { width }}
      aria-sort={order === null ? undefined : sorted[order]}
    >
      {sorter ? (
        <button type="button" className="sy-sort" onClick={() => onSort(key)}>
          {title}
          <span className="sy-sort-mark" aria-hidden>
            {order === 'desc' ? <CaretDownOutlined /> : <CaretUpOutlined />}
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}
