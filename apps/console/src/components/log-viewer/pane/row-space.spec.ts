import { describe, expect, it } from '@jest/globals';
import { readSection } from '../phases/sections.js';
import type { LogStore } from '../store/log-store.js';
import { RowSpace } from './row-space.js';

/** A log of one phase. */
function spaceOf(total = 100) {
  const held = { total, sections: [readSection(0, 0, 'run')], groups: [] };
  const store = { ...held, groupAt: () => undefined, get: () => undefined } as Partial<LogStore> as LogStore;
  const space = new RowSpace(store);
  space.update({ row: 0, off: 0 }, true);
  return space;
}

describe(RowSpace.name, () => {
  it('should show every line while nothing is folded or filtered', () => {
    const space = spaceOf();
    expect([space.map.count, space.showsEnd]).toEqual([100, true]);
  });

  it('should show only the lines of a filter, and no end of the log', () => {
    const space = spaceOf();
    const lines = [3, 40, 99];
    expect(space.setFilter(lines)).toBe(true);
    expect(space.setFilter(lines)).toBe(false);
    space.update({ row: 0, off: 0 }, true);
    expect([space.map.count, space.map.lineOf(1), space.showsEnd]).toEqual([3, 40, false]);
    expect(space.setFilter(undefined)).toBe(true);
    space.update({ row: 0, off: 0 }, true);
    expect([space.map.count, space.showsEnd]).toEqual([100, true]);
  });

  it('should keep the line at the top where it is when other rows come before it', () => {
    const space = spaceOf();
    space.setFilter([3, 40, 99]);
    expect(space.update({ row: 40, off: 7 }, true)).toEqual({ row: 1, off: 7 });
    space.setFilter(undefined);
    expect(space.update({ row: 1, off: 7 }, true)).toEqual({ row: 40, off: 7 });
  });

  it('should go to the nearest row when the line at the top is not shown any more', () => {
    const space = spaceOf();
    space.setFilter([3, 40, 99]);
    expect(space.update({ row: 20, off: 7 }, true)).toEqual({ row: 1, off: 0 });
  });

  it('should show the end of an empty log, where the first line will be', () => {
    expect(spaceOf(0).showsEnd).toBe(true);
  });
});
