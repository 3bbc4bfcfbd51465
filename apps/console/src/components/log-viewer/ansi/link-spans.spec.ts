import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { linkSpans } from './link-spans.js';
import type { Span } from './span.js';

const spans = (...texts: string[]): Span[] => texts.map((text) => ({ ...PLAIN_SGR, text }));
const shown = (linked: readonly Span[]): [string, string | undefined][] => linked.map(({ text, link }) => [text, link]);

describe(linkSpans.name, () => {
  it('should link a part of a span', () => {
    expect(shown(linkSpans(spans('see a.c:3!'), [{ from: 4, to: 9, href: 'x' }]))).toEqual([
      ['see ', undefined],
      ['a.c:3', 'x'],
      ['!', undefined],
    ]);
  });

  it('should link over the border of spans, twice in one, and leave others alone', () => {
    const links = [
      { from: 1, to: 4, href: 'x' },
      { from: 5, to: 6, href: 'y' },
    ];
    expect(shown(linkSpans(spans('ab', 'cdef', 'gh'), links))).toEqual([
      ['a', undefined],
      ['b', 'x'],
      ['cd', 'x'],
      ['e', undefined],
      ['f', 'y'],
      ['gh', undefined],
    ]);
  });

  it('should keep the link of the tool', () => {
    const own = { ...PLAIN_SGR, text: 'a.c:3', link: 'own' };
    expect(linkSpans([own], [{ from: 0, to: 5, href: 'x' }])).toEqual([own]);
  });
});
