import { describe, expect, it } from '@jest/globals';
import type { Column } from './column.js';
import { withHeadRoom } from './head-room.js';

const column = (more: Partial<Column<null>>): Column<null> => ({ key: 'a', title: '', render: () => null, ...more });
const widthOf = (word: string): number => 10 * word.length;
const sizesOf = (...columns: Column<null>[]) =>
  withHeadRoom([column({}), ...columns, column({})], widthOf)
    .slice(1, -1)
    .map(({ width, min }) => width ?? min);

describe(withHeadRoom.name, () => {
  it('should widen a column whose longest word needs more, with the mark of its sort', () => {
    const title = 'Letzte Sicherungskopie';
    expect(sizesOf(column({ title, width: 74 }), column({ title, min: 74, sorter: () => 0 }))).toEqual([174, 190]);
  });

  it('should leave a column that has the room, states none, or has no text above it', () => {
    expect(
      sizesOf(column({ title: 'Name', width: 90 }), column({ title: 'Name' }), column({ title: null, min: 5 })),
    ).toEqual([90, undefined, 5]);
  });
});
