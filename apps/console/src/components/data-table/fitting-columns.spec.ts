import { describe, expect, it } from '@jest/globals';
import type { Column } from './column.js';
import { fittingColumns, isSized } from './fitting-columns.js';

const column = (key: string, more: Partial<Column<object>>): Column<object> => ({
  key,
  title: key,
  render: () => null,
  ...more,
});
const columns = [
  column('name', { min: 180 }),
  column('version', { width: 90, rank: 2 }),
  column('last', { min: 200, rank: 3 }),
  column('action', { width: 120 }),
];
const keys = (room: number): string[] => fittingColumns(columns, room).map(({ key }) => key);

describe('fittingColumns', () => {
  it('should leave out the highest rank first, and keep the order', () => {
    expect(keys(590)).toEqual(['name', 'version', 'last', 'action']);
    expect(keys(589)).toEqual(['name', 'version', 'action']);
    expect(keys(389)).toEqual(['name', 'action']);
  });

  it('should share what is left by the growth of the columns', () => {
    const shared = fittingColumns([column('name', { min: 100, grow: 3 }), column('v', { width: 50 }), ...columns], 831);
    const width = (key: string) => shared.find((each) => each.key === key)?.width;
    expect([width('name'), width('v'), width('last')]).toEqual([154, 50, 218]);
  });

  it('should keep what has no rank, however little room there is', () => {
    expect(keys(10)).toEqual(['name', 'action']);
  });
});

it('should lay out by arithmetic only what states its needs', () => {
  expect(isSized(columns)).toBe(true);
  expect(isSized([...columns, column('free', {})])).toBe(false);
  expect(isSized([column('fixed', { width: 10 })])).toBe(false);
});
