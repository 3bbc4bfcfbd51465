import { cutSpans, hitsIn, markSpans } from '../find/hits.js';
import type { ParsedLine } from './spans.js';
import { styleOf } from './span-style.js';

interface LineTextProps {
  line: ParsedLine;
  matcher: RegExp | undefined;
  /** Whether the find bar stands on this line. */
  now: boolean;
  /** Characters to draw at most. */
  limit: number;
}

export function LineText({ line, matcher, now, limit }: LineTextProps) {
  const spans = line.text.length > limit ? cutSpans(line.spans, limit) : line.spans;
  const marked = markSpans(spans, matcher ? hitsIn(line.text.slice(0, limit), matcher) : []);
  return marked.map((span, i) =>
    span.hit ? (
      <mark key={i} className={now ? 'sy-log-now' : undefined}>
        {span.text}
      </mark>
    ) : (
      <span key={i} style={styleOf(span)}>
        {span.text}
      </span>
    ),
  );
}
