import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { foldedRows } from '../phases/fold-map.js';
import type { LogStore } from '../store/log-store.js';
import { SpecLog } from '../testing/spec-log.js';
import type { LogSource } from '../types.js';
import { allLines, selectedLines, textFetched, textInMemory } from './copy-text.js';

const END = Number.MAX_SAFE_INTEGER;
const range = (from: number, to: number, fromColumn = 0, toColumn = END) => ({
  from: { line: from, column: fromColumn },
  to: { line: to, column: toColumn },
});

describe(selectedLines.name, () => {
  it('should be the lines of the selection that are shown', () => {
    expect(selectedLines(range(2, 4), foldedRows(10, []))).toEqual([2, 3, 4]);
    expect(selectedLines(range(2, 8), foldedRows(10, [{ from: 3, to: 8 }]))).toEqual([2, 8]);
  });

  it('should be none outside of the selection, where it begins in a folded part', () => {
    expect(selectedLines(range(5, 8), foldedRows(10, [{ from: 3, to: 8 }]))).toEqual([8]);
  });

  it('should be refused when there are too many', () => {
    expect(selectedLines(range(0, 49_999), foldedRows(100_000, []))).toHaveLength(50_000);
    expect(selectedLines(range(0, 50_000), foldedRows(100_000, []))).toBeUndefined();
    expect([allLines(50_000)?.length, allLines(50_001)]).toEqual([50_000, undefined]);
  });
});

describe(textInMemory.name, () => {
  const texts = new Map([
    [0, 'first line'],
    [1, '\u001b[31mred\u001b[0m line'],
    [2, 'third line'],
  ]);
  const store = {
    get: (at: number) => {
      const text = texts.get(at);
      return text === undefined ? undefined : { text, time: 1, kind: 0, sgr: PLAIN_SGR };
    },
  } as Partial<LogStore> as LogStore;

  it('should be plain text from column to column', () => {
    expect(textInMemory(range(0, 2, 6, 5), [0, 1, 2], store)).toBe('line\nred line\nthird');
    expect(textInMemory(range(1, 1, 0, 3), [1], store)).toBe('red');
  });

  it('should be undefined when a line is not in memory', () => {
    expect(textInMemory(range(2, 3), [2, 3], store)).toBeUndefined();
  });
});

describe(textFetched.name, () => {
  const { signal } = new AbortController();
  const sourceOf = (log: SpecLog): LogSource => ({ fetchLines: log.fetchLines }) as Partial<LogSource> as LogSource;

  it('should fetch the lines in as many answers as it takes', async () => {
    const log = new SpecLog(100);
    log.most = 2;
    expect(await textFetched(range(3, 7, 5), [3, 4, 5, 6, 7], sourceOf(log), signal)).toBe(
      '3\nline 4\nline 5\nline 6\nline 7',
    );
    expect(log.requests).toEqual([
      { after: 3, limit: 5 },
      { after: 5, limit: 3 },
      { after: 7, limit: 1 },
    ]);
  });

  it('should leave out lines that are not wanted', async () => {
    expect(await textFetched(range(3, 7), [3, 7], sourceOf(new SpecLog(100)), signal)).toBe('line 3\nline 7');
  });

  it('should be undefined when the log ends before, and when it is too large for the clipboard', async () => {
    expect(await textFetched(range(0, 5), [0, 5], sourceOf(new SpecLog(3)), signal)).toBeUndefined();
    const log = new SpecLog(2);
    const huge = { ...log.batch(0, 1), total: 1, sgr: '', lines: ['x'.repeat(5_000_001)] };
    const source = { fetchLines: () => Promise.resolve(huge) } as Partial<LogSource> as LogSource;
    expect(await textFetched(range(0, 0), [0], source, signal)).toBeUndefined();
  });
});
