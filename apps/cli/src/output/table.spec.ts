import { describe, expect, it } from '@jest/globals';
import { columnsOf, table } from './table.js';

const COLUMNS = [
  { title: 'ID', text: ({ id }: { id: number }) => String(id) },
  { title: 'NAME', text: ({ name }: { name: string }) => name },
];

describe('a table', () => {
  it('should align its columns, and end no line with spaces', () => {
    const rows = [
      { id: 1, name: 'a' },
      { id: 100, name: 'longer' },
    ];
    expect(table(rows, COLUMNS, null)).toBe('ID   NAME\n1    a\n100  longer\n');
  });

  it('should cut lines to the terminal, by columns and not by characters', () => {
    const rows = [{ id: 1, name: '東京の設定' }];
    expect(table(rows, COLUMNS, 9).split('\n')[1]).toBe('1   東京…');
    expect(table(rows, COLUMNS, 40).split('\n')[1]).toBe('1   東京の設定');
  });

  it('should count wide characters twice and combining marks not at all', () => {
    expect([columnsOf('ab'), columnsOf('東'), columnsOf('e\u0301'), columnsOf('✅')]).toEqual([2, 2, 1, 2]);
  });

  it('should let no cell reach the terminal', () => {
    expect(table([{ id: 1, name: 'a\u001b[2Jb\u202ec\nd' }], COLUMNS, null)).toBe('ID  NAME\n1   ab c d\n');
  });
});
