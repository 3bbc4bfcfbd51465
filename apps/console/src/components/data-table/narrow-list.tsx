import { useRef } from 'react';
import type { ListProps } from './data-table-props.js';
import { DrawnPart } from './drawn-part.js';
import { rowsOfPage } from './page-numbers.js';
import { Pager } from './pager.js';

const ROW_HEIGHT = 65;

/** The rows of a table as entries of a list, for narrow screens. */
export function NarrowList<Row>({ label, rows: all, rowKey, narrowRow, paging, foot }: ListProps<Row>) {
  const rows = paging ? rowsOfPage(all, paging.page, paging.pageSize) : all;
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <DrawnPart list={list} count={rows.length} rowHeight={ROW_HEIGHT}>
        {({ drawn, before, after, measure }) => {
          const entry = (row: Row, index: number) => (
            <li key={rowKey(row)} data-index={index} ref={drawn && measure}>
              {narrowRow(row)}
            </li>
          );
          return (
            <ul className="sy-list" aria-label={label} ref={list} style={{ paddingBlock: `${before}px ${after}px` }}>
              {drawn
                ? drawn.flatMap(({ index }) => (index in rows ? [entry(rows[index] as Row, index)] : []))
                : rows.map(entry)}
            </ul>
          );
        }}
      </DrawnPart>
      {paging && <Pager {...paging} total={all.length} />}
      {foot}
    </>
  );
}
