import { describe, expect, it } from '@jest/globals';
import { lastPosition, nextTemporaryId, positionsAfterMove, viewRows } from './view-rows.js';

const rest = { hidden: false, type: '', sort_column: '', sort_reverse: false };
const view = (id: number, position: number) => ({ id, project_id: 1, title: `v${id}`, position, ...rest });
const views = [view(4, 1), view(2, 2), view(9, 3)];

describe('viewRows', () => {
  it('should put new views with their temporary ids behind the stored ones', () => {
    const drafts = new Map([
      [-1, ''],
      [2, 'typed'],
      [77, 'of a view that is gone'],
    ]);
    expect(viewRows(views, drafts)).toEqual([
      { id: 4, stored: 'v4', draft: null },
      { id: 2, stored: 'v2', draft: 'typed' },
      { id: 9, stored: 'v9', draft: null },
      { id: -1, stored: '', draft: '' },
    ]);
  });

  it('should give each new view an id of its own', () => {
    expect([nextTemporaryId(new Map()), nextTemporaryId(new Map([[5, '']]))]).toEqual([-1, -1]);
    expect(nextTemporaryId(new Map([[-3, '']]))).toBe(-4);
  });
});

describe('positionsAfterMove', () => {
  it('should name the views whose position changes alone', () => {
    expect(positionsAfterMove(views, 1, 0)).toEqual({ 2: 1, 4: 2 });
    expect(positionsAfterMove(views, 0, 2)).toEqual({ 2: 1, 9: 2, 4: 3 });
    expect(positionsAfterMove(views, 2, 3)).toEqual({});
  });

  it('should number views that have the same position', () => {
    expect(positionsAfterMove([view(1, 0), view(2, 0)], 1, 0)).toEqual({ 2: 1, 1: 2 });
  });
});

it('should put a new view behind all others', () => {
  expect([lastPosition([]), lastPosition(views)]).toEqual([1, 4]);
});
