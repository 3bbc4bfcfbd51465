import type { Span } from './span.js';

/** What the runner writes in the place of a secret value; more stars belong to a heading of a tool. */
const stars = /(?<!\*)\*{3}(?!\*)/g;
/** `*** so ***` is how tools draw attention. */
const banner = /^\s*\*{3}\s/;

/** Sets apart what stands for a secret value. */
export function markMasked(spans: readonly Span[]): readonly Span[] {
  const text = spans.map((span) => span.text).join('');
  return text.includes('***') && !banner.test(text) ? spans.flatMap(cutAtStars) : spans;
}

function cutAtStars(span: Span): Span[] {
  const pieces: Span[] = [];
  let at = 0;
  for (const { index } of span.text.matchAll(stars)) {
    pieces.push({ ...span, text: span.text.slice(at, index) }, { ...span, text: '***', masked: true });
    at = index + 3;
  }
  return [...pieces, { ...span, text: span.text.slice(at) }].filter(({ text }) => text !== '');
}
