import { memo, useCallback, useMemo, useRef, useState, type Key, type MouseEvent, type RefObject } from 'react';
import type { Column } from './column.js';
import type { ListProps } from './data-table-props.js';
import { DrawnPart } from './drawn-part.js';
import type { DrawnRows } from './drawn-rows.js';
import { columnClass, HeaderCell } from './header-cell.js';
import { rowsOfPage } from './page-numbers.js';
import { Pager } from './pager.js';
import { isSized } from './fitting-columns.js';
import { useFittingColumns } from './use-fitting-columns.js';
import { sortedRows, useUrlSort } from './use-url-sort.js';

/** Width of the column of carets, see the style sheet. */
const CARETS = 46;
const ROW_HEIGHT = { normal: 43, tight: 39, tall: 55 } as const;

interface BodyRowProps<Row> extends Pick<ListProps<Row>, 'expansion' | 'onRowClick'> {
  columns: readonly Column<Row>[];
  row: Row;
  id: Key;
  expanded: boolean;
  onToggle: (id: Key) => void;
}

/** A click on a control or link of the row, or one that ends a selection, is not meant for the row. */
const isForRow = ({ target }: MouseEvent): boolean =>
  !(target as HTMLElement).closest('a, button, input, label, [role="switch"]') &&
  window.getSelection()?.isCollapsed !== false;

function PlainRow<Row>({ row, id, columns, expansion, expanded, onToggle, onRowClick }: BodyRowProps<Row>) {
  return (
    <>
      <tr
        {...(onRowClick && {
          className: 'sy-clickable',
          onClick: (event: MouseEvent) => isForRow(event) && onRowClick(row),
        })}
      >
        {expansion && (
          <td className="sy-expand">
            {expansion.isExpandable(row) && expansion.caret(row, expanded, () => onToggle(id))}
          </td>
        )}
        {columns.map((column) => (
          <td key={column.key} className={columnClass(column)}>
            {column.render(row)}
          </td>
        ))}
      </tr>
      {expansion && expanded && (
        <tr className="sy-expanded">
          <td colSpan={columns.length + 1}>{expansion.content(row)}</td>
        </tr>
      )}
    </>
  );
}

/** Scrolling draws the table again, but not the rows that stay. */
const BodyRow = memo(PlainRow) as typeof PlainRow;

function useExpanded() {
  const [expanded, setExpanded] = useState<ReadonlySet<Key>>(new Set());
  const toggle = useCallback(
    (key: Key): void =>
      setExpanded((previous) => {
        const next = new Set(previous);
        return next.delete(key) ? next : next.add(key);
      }),
    [],
  );
  return { expanded, toggle };
}

const Gap = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden>
      <tr className="sy-gap">
        <td style={{ height }} />
      </tr>
    </tbody>
  );

interface TableHeadProps<Row> extends Pick<ListProps<Row>, 'expansion'> {
  columns: readonly Column<Row>[];
  sorting: ReturnType<typeof useUrlSort>;
}

function TableHead<Row>({ columns, expansion, sorting: { sort, onSort } }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {expansion && (
          <th scope="col" className="sy-expand">
            {expansion.title}
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell
            key={column.key}
            column={column}
            order={column.key === sort.key ? sort.order : null}
            onSort={onSort}
          />
        ))}
      </tr>
    </thead>
  );
}

interface DrawnTableProps<Row> {
  list: ListProps<Row>;
  table: RefObject<HTMLTableElement | null>;
  rows: readonly Row[];
  part: DrawnRows;
  sorting: ReturnType<typeof useUrlSort>;
  expansion: ReturnType<typeof useExpanded>;
}

/** Each row is a `tbody` of its own, which holds what the row opens to as well. */
function DrawnTable<Row>({ list, table, rows, part, sorting, expansion }: DrawnTableProps<Row>) {
  const { columns: offered, rowKey, density = 'normal', label, onRowClick } = list;
  const { drawn, before, after, measure } = part;
  const columns = useFittingColumns(table, offered, list.expansion ? CARETS : 0);
  const body = (row: Row, index: number) => {
    const key = rowKey(row);
    return (
      <tbody key={key} data-index={index} ref={drawn && measure}>
        <BodyRow
          row={row}
          columns={columns}
          expansion={list.expansion}
          onRowClick={onRowClick}
          id={key}
          expanded={expansion.expanded.has(key)}
          onToggle={expansion.toggle}
        />
      </tbody>
    );
  };
  const fixed = drawn !== null || isSized(offered) || offered.some(({ ellipsis }) => ellipsis);
  return (
    <table
      ref={table}
      className={`sy-table sy-table-${density}${fixed ? ' sy-table-fixed' : ''}`}
      aria-label={label}
      aria-rowcount={drawn ? rows.length + 1 : undefined}
    >
      <TableHead columns={columns} expansion={list.expansion} sorting={sorting} />
      <Gap height={before} />
      {drawn ? drawn.flatMap(({ index }) => (index in rows ? [body(rows[index] as Row, index)] : [])) : rows.map(body)}
      <Gap height={after} />
    </table>
  );
}

/** The rows of a list as a table. */
export function WideTable<Row>(props: ListProps<Row>) {
  const { columns, rows: all, density = 'normal', paging, foot } = props;
  const sorting = useUrlSort();
  const { key: sortKey, order } = sorting.sort;
  const expansion = useExpanded();
  const table = useRef<HTMLTableElement>(null);
  const sorted = useMemo(() => sortedRows(all, columns, { key: sortKey, order }), [all, columns, sortKey, order]);
  const rows = paging ? rowsOfPage(sorted, paging.page, paging.pageSize) : sorted;
  return (
    <>
      <DrawnPart list={table} count={rows.length} rowHeight={ROW_HEIGHT[density]}>
        {(part) => (
          <DrawnTable list={props} table={table} rows={rows} part={part} sorting={sorting} expansion={expansion} />
        )}
      </DrawnPart>
      {paging && <Pager {...paging} total={all.length} />}
      {foot}
    </>
  );
}
