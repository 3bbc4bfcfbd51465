import { describe, expect, it } from '@jest/globals';
import { stripAnsi } from '@switchyard/contracts';
import { deflateRawSync } from 'node:zlib';
import { matcherFor } from './line-matcher.js';
import { searchChunk } from './search-chunk.js';

const chunkOf = (lines: readonly string[], first = 0) => ({
  first_line: first,
  line_count: lines.length,
  codec: 1 as const,
  body: deflateRawSync(Buffer.from(lines.map((line) => `${line}\n`).join(''))),
});
const literal = (q: string, caseSensitive = false) => matcherFor({ q, regex: false, case: caseSensitive });
const never = (): boolean => false;
const find = (lines: readonly string[], q: string, invert = false, from = 0): number[] =>
  searchChunk(chunkOf(lines), from, literal(q), invert, never).lines;

/** Every way to put three of the pieces into a line. */
function combinations(pieces: readonly string[]): string[] {
  return pieces.flatMap((a) => pieces.flatMap((b) => pieces.map((c) => a + b + c)));
}

describe('searchChunk', () => {
  it.each([
    ['across colours', ['o\u001b[31mk\u001b[0m', 'no'], 'OK', [0]],
    ['no parameters of colours', ['\u001b[0;32mok', '32m'], '32m', [1]],
    ['across a link, whose target is no text', ['a\u001b]8;;http://b\u0007b', 'a http://b'], 'ab', [0]],
    ['nothing behind a command that does not end', ['a\u001b]0;title', 'title'], 'title', [1]],
    ['signs of expressions', ['a.b', 'axb'], 'a.b', [0]],
    ['the first and the last line', ['x', '', 'x'], 'x', [0, 2]],
  ])('should find %s', (_, lines, q, found) => expect(find(lines, q)).toEqual(found));

  it('should find the same lines as one look at each, from any line on, and all others when inverted', () => {
    const lines = combinations(['a', 'B', '\u001b', '\u001b[1;3m', '[', 'm']);
    for (const q of ['ab', 'm', '[', '3m', 'b[m', 'aa']) {
      const { matches } = literal(q);
      const wanted = (from: number, invert: boolean): number[] =>
        lines.flatMap((line, i) => (i >= from && matches(stripAnsi(line)) !== invert ? [i] : []));
      for (const from of [0, 1, 100, lines.length]) {
        expect(find(lines, q, false, from)).toEqual(wanted(from, false));
        expect(find(lines, q, true, from)).toEqual(wanted(from, true));
      }
    }
  });

  it('should find the same lines in a text of many pieces, some of whose lines are longer than one', () => {
    const lines = Array.from({ length: 4_000 }, (_, i) => `line ${i} ${'ü'.repeat(i % 1_000 === 7 ? 40_000 : i % 50)}`);
    const numbers = (from: number): number[] =>
      lines.flatMap((_, i) => (i >= from && /[67]7 /.test(`${i} `) ? [i] : []));
    for (const from of [0, 7, 8, 3_007, lines.length]) {
      const found = ['67 ', '77 '].flatMap((q) => find(lines, q, false, from));
      expect(found.toSorted((a, b) => a - b)).toEqual(numbers(from));
    }
    expect(find([...lines, 'a\u001b]8;;http://b\u0007b'], '\u00fcü', true, 3_990)).toEqual([4_000]);
  });

  it('should find nothing in a damaged chunk and go on behind it', () => {
    const damaged = { ...chunkOf(['ab'], 7), body: Buffer.from('damaged') };
    expect(searchChunk(damaged, 0, literal('a'), false, never)).toEqual({ lines: [], next: null });
  });

  it('should name the first line that it had no time for', () => {
    expect(searchChunk(chunkOf(['ab', 'b'], 7), 8, literal('a'), false, () => true)).toEqual({ lines: [], next: 8 });
  });
});
