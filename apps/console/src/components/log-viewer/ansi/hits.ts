import type { Span } from './span.js';
import type { LogQuery } from '../types.js';

/** Characters `from` up to but without `to`. */
export interface Hit {
  readonly from: number;
  readonly to: number;
}

/** The expression that marks hits in drawn text; undefined for an empty query or a pattern that this engine cannot read. */
export function matcherOf({ q, regex, caseSensitive }: Omit<LogQuery, 'invert'>): RegExp | undefined {
  if (q === '') {
    return undefined;
  }
  const pattern = regex ? q : q.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  try {
    return new RegExp(pattern, caseSensitive ? 'g' : 'gi');
  } catch {
    return undefined;
  }
}

export function hitsIn(text: string, matcher: RegExp): Hit[] {
  const hits: Hit[] = [];
  for (const match of text.matchAll(matcher)) {
    if (match[0] !== '') {
      hits.push({ from: match.index, to: match.index + match[0].length });
    }
  }
  return hits;
}

export interface MarkedSpan extends Span {
  readonly hit: boolean;
}

/** Cuts the spans where hits begin and end. Hits must be ascending and apart. */
export function markSpans(spans: readonly Span[], hits: readonly Hit[]): MarkedSpan[] {
  const marked: MarkedSpan[] = [];
  let begin = 0;
  let next = 0;
  for (const span of spans) {
    const end = begin + span.text.length;
    let at = begin;
    while (at < end) {
      while ((hits[next]?.to ?? Infinity) <= at) {
        next += 1;
      }
      const from = hits[next]?.from ?? Infinity;
      const hit = from <= at;
      const stop = Math.min(end, hit ? (hits[next]?.to ?? end) : from);
      marked.push({ ...span, text: span.text.slice(at - begin, stop - begin), hit });
      at = stop;
    }
    begin = end;
  }
  return marked;
}

/** The spans up to a number of characters. */
export function cutSpans(spans: readonly Span[], limit: number): Span[] {
  const kept: Span[] = [];
  let left = limit;
  for (const span of spans) {
    if (left <= 0) {
      break;
    }
    kept.push(span.text.length <= left ? span : { ...span, text: span.text.slice(0, left) });
    left -= span.text.length;
  }
  return kept;
}
