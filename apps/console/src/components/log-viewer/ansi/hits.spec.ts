import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { cutSpans, hitsIn, markSpans, matcherOf } from './hits.js';

const spans = (...texts: string[]) => texts.map((text, fg) => ({ ...PLAIN_SGR, fg, text }));
const query = { q: 'a.b', regex: false, caseSensitive: false };

const found = (text: string, matcher: RegExp | undefined): string[] =>
  matcher ? hitsIn(text, matcher).map(({ from, to }) => text.slice(from, to)) : [];

describe('matcherOf', () => {
  it('should take the query by the letter unless it is an expression', () => {
    expect(found('a.b acb A.B', matcherOf(query))).toEqual(['a.b', 'A.B']);
    expect(found('a.b acb A.B', matcherOf({ ...query, regex: true, caseSensitive: true }))).toEqual(['a.b', 'acb']);
  });

  it('should mark nothing when the query is empty, broken, or matches nothing at all', () => {
    expect(matcherOf({ ...query, q: '' })).toBeUndefined();
    expect(matcherOf({ ...query, q: '(', regex: true })).toBeUndefined();
    expect(found('abc', matcherOf({ ...query, q: 'x*', regex: true }))).toEqual([]);
  });
});

describe('markSpans', () => {
  it('should mark a hit that crosses colours', () => {
    const marked = markSpans(spans('one two', 'three'), [{ from: 4, to: 9 }]);
    expect(marked.map(({ text, fg, hit }) => [text, fg, hit])).toEqual([
      ['one ', 0, false],
      ['two', 0, true],
      ['th', 1, true],
      ['ree', 1, false],
    ]);
  });

  it('should keep hits apart that touch', () => {
    const marked = markSpans(spans('aab'), [
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ]);
    expect(marked.map(({ text, hit }) => [text, hit])).toEqual([
      ['a', true],
      ['a', true],
      ['b', false],
    ]);
  });
});

describe('cutSpans', () => {
  it('should keep the first characters over all spans', () => {
    expect(cutSpans(spans('abc', 'def', 'ghi'), 4).map(({ text }) => text)).toEqual(['abc', 'd']);
  });
});
