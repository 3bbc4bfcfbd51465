import type { SecretName } from '@switchyard/contracts';
import { cutSpans, hitsIn, type MarkedSpan, markSpans } from './hits.js';
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
  /** Explains the stars in the place of a secret value; `null` = it is not known which. */
  maskedTitle: (secret: SecretName | null) => string;
}

export function LineText({ line, links, matcher, now, limit, maskedTitle }: LineTextProps) {
  const spans = line.text.length > limit ? cutSpans(line.spans, limit) : line.spans;
  const marked = markSpans(linkSpans(spans, links), matcher ? hitsIn(line.text.slice(0, limit), matcher) : []);
  return marked.map((span, i) => <Piece key={i} span={span} now={now} maskedTitle={maskedTitle} />);
}

type PieceProps = { span: MarkedSpan } & Pick<LineTextProps, 'now' | 'maskedTitle'>;

/** A link shows its address on hover and gives the page that it leads to nothing of this one; lines are no tab stops. */
function Piece({ span, now, maskedTitle }: PieceProps) {
  const text = span.hit ? <mark className={now ? 'sy-log-now' : undefined}>{span.text}</mark> : span.text;
  if (span.masked) {
    const title = maskedTitle(span.masked.secret);
    return (
      <span className="sy-log-masked" role="img" aria-label={title} title={title}>
        {text}
      </span>
    );
  }
  if (span.hit) {
    return text;
  }
  return span.link === undefined ? (
    <span style={styleOf(span)}>{text}</span>
  ) : (
    <a href={span.link} title={span.link} target="_blank" rel="noopener noreferrer" tabIndex={-1} style={styleOf(span)}>
      {text}
    </a>
  );
}
