import { describe, expect, it } from '@jest/globals';
import { sorted } from './list-query.js';

const rows = [
  { id: 1, name: 'web 10', type: 'b' },
  { id: 2, name: 'Web 9', type: 'a' },
  { id: 3, name: 'api', type: 'b' },
  { id: 4, name: 'api', type: 'a' },
];
const fields = { name: (row: (typeof rows)[number]) => row.name, type: (row: (typeof rows)[number]) => row.type };
const ids = (query: { sort?: string; order?: string }): number[] => sorted(rows, query, fields).map(({ id }) => id);

describe('sorted', () => {
  it('should sort by the first field by default, as people count', () => {
    expect(ids({})).toEqual([3, 4, 2, 1]);
  });

  it('should sort by the requested field, equal rows by id', () => {
    expect(ids({ sort: 'type' })).toEqual([2, 4, 1, 3]);
  });

  it('should invert for desc alone', () => {
    expect(ids({ sort: 'type', order: 'desc' })).toEqual([1, 3, 2, 4]);
    expect(ids({ sort: 'type', order: 'downwards' })).toEqual([2, 4, 1, 3]);
  });

  it.each(['secret', '__proto__', 'constructor', ''])('should ignore the unknown field %j', (sort) => {
    expect(ids({ sort })).toEqual([3, 4, 2, 1]);
  });
});
