import { describe, expect, it } from '@jest/globals';
import type { Column } from './column.js';
import { nextOrder, sortedRows } from './use-url-sort.js';

interface Row {
  id: number;
  name: string;
}
const columns: Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ name }) => name,
    sorter: (one, other) => one.name.localeCompare(other.name),
  },
  { key: 'id', title: 'Id', render: ({ id }) => id },
];
const rows: Row[] = [
  { id: 1, name: 'b' },
  { id: 2, name: 'a' },
  { id: 3, name: 'b' },
];
const ids = (key: string | null, order: 'asc' | 'desc'): number[] =>
  sortedRows(rows, columns, { key, order }).map(({ id }) => id);

describe('sortedRows', () => {
  it('should sort by the column, equal rows as they came', () => {
    expect(ids('name', 'asc')).toEqual([2, 1, 3]);
    expect(ids('name', 'desc')).toEqual([1, 3, 2]);
  });

  it.each([null, 'id', 'constructor'])('should leave the rows as they came for the sort %s', (key) =>
    expect(ids(key, 'desc')).toEqual([1, 2, 3]),
  );
});

describe('nextOrder', () => {
  it.each([
    [{ key: null, order: 'asc' }, 'asc'],
    [{ key: 'id', order: 'desc' }, 'asc'],
    [{ key: 'name', order: 'asc' }, 'desc'],
    [{ key: 'name', order: 'desc' }, null],
  ] as const)('should lead from %j to %s', (sort, order) => expect(nextOrder(sort, 'name')).toBe(order));
});
