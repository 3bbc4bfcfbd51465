import type { LineLink } from '../types.js';
import type { Span } from './span.js';

/** Makes the text of each link one; ascending and apart. Text that the tool has linked itself stays as it is. */
export function linkSpans(spans: readonly Span[], links: readonly LineLink[]): readonly Span[] {
  if (links.length === 0) {
    return spans;
  }
  let begin = 0;
  return spans.flatMap((span) => {
    const from = begin;
    begin += span.text.length;
    return span.link === undefined ? linkedPieces(span, from, links) : [span];
  });
}

/** @param begin place of the span within the line */
function linkedPieces(span: Span, begin: number, links: readonly LineLink[]): Span[] {
  const pieces: Span[] = [];
  let at = 0;
  const cut = (to: number, link?: string): void => {
    if (to > at) {
      pieces.push({ ...span, text: span.text.slice(at, to), ...(link === undefined ? {} : { link }) });
      at = to;
    }
  };
  const within = (place: number): number => Math.min(Math.max(place - begin, at), span.text.length);
  for (const { from, to, href } of links) {
    cut(within(from));
    cut(within(to), href);
  }
  cut(span.text.length);
  return pieces;
}
