import { describe, expect, it } from '@jest/globals';
import { LogCursor, type LogRun } from './log-cursor.js';

const run = (first: number, lines: string[], attempt = 1): LogRun => ({
  attempt,
  first,
  lines,
  times: lines.map((_, i) => 1_000 + first + i),
  kinds: lines.map(() => 0),
});

const texts = (cursor: LogCursor, taken: LogRun): string[] => cursor.take(taken).lines.map(({ text }) => text);

describe('the reader of a log', () => {
  it('should give each line once when runs overlap or come again', () => {
    const cursor = new LogCursor();
    expect(texts(cursor, run(0, ['a', 'b']))).toEqual(['a', 'b']);
    expect(texts(cursor, run(1, ['b', 'c']))).toEqual(['c']);
    expect(texts(cursor, run(0, ['a', 'b']))).toEqual([]);
    expect(cursor.take(run(2, ['c', 'd'])).lines).toEqual([{ text: 'd', time: 1_003, kind: 0 }]);
    expect(cursor.next).toBe(4);
  });

  it('should take nothing when lines before are missing', () => {
    const cursor = new LogCursor();
    cursor.take(run(0, ['a']));
    expect(cursor.take(run(2, ['c']))).toEqual({ lines: [], gap: true, restarted: false });
    expect(cursor.next).toBe(1);
  });

  it('should begin at a line that is asked for', () => {
    expect(texts(new LogCursor(5), run(4, ['e', 'f']))).toEqual(['f']);
  });

  it('should begin again with a later attempt, and ignore an earlier one', () => {
    const cursor = new LogCursor();
    cursor.take(run(0, ['a', 'b']));
    expect(cursor.take(run(0, ['x'], 2))).toMatchObject({ restarted: true, lines: [{ text: 'x' }] });
    expect(texts(cursor, run(2, ['c'], 1))).toEqual([]);
    expect(texts(cursor, run(1, ['y'], 2))).toEqual(['y']);
  });

  it('should ask for the first line of a later attempt that it has missed', () => {
    const cursor = new LogCursor();
    cursor.take(run(0, ['a', 'b', 'c']));
    expect(cursor.take(run(3, ['z'], 2))).toEqual({ lines: [], gap: true, restarted: true });
    expect(cursor.next).toBe(0);
  });
});
