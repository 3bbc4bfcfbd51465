import { cutSpans, hitsIn, type MarkedSpan, markSpans } from '../find/hits.js';
import type { ParsedLine } from './spans.js';
import { styleOf } from './span-style.js';
import type { LineLink } from '../types.js';
import { linkSpans } from './link-spans.js';

interface LineTextProps {
  line: ParsedLine;
  /** Ascending and apart. */
  links: readonly LineLink[];
  matcher: RegExp | undefined;
  /** Whether the find bar stands on this line. */
  now: boolean;
  /** Characters to draw at most. */
  limit: number;
  /** Explains the stars in the place of a secret value. */
  maskedTitle: string;
}

export function LineText({ line, links, matcher, now, limit, maskedTitle }: LineTextProps) {
  const spans = line.text.length > limit ? cutSpans(line.spans, limit) : line.spans;
  const marked = markSpans(linkSpans(spans, links), matcher ? hitsIn(line.text.slice(0, limit), matcher) : []);
  return marked.map((span, i) =>
    span.hit ? (
      <mark key={i} className={now ? 'sy-log-now' : undefined}>
        {span.text}
      </mark>
    ) : (
      <Piece key={i} span={span} maskedTitle={maskedTitle} />
    ),
  );
}

/** A link shows its address on hover and gives the page that it leads to nothing of this one; lines are no tab stops. */
function Piece({ span, maskedTitle }: { span: MarkedSpan; maskedTitle: string }) {
  if (span.masked) {
    return (
      <span className="sy-log-masked" title={maskedTitle}>
        {span.text}
      </span>
    );
  }
  return span.link === undefined ? (
    <span style={styleOf(span)}>{span.text}</span>
  ) : (
    <a href={span.link} title={span.link} target="_blank" rel="noopener noreferrer" tabIndex={-1} style={styleOf(span)}>
      {span.text}
    </a>
  );
}
