import { LineText } from '../ansi/line-text.js';
import { parsedLine } from '../ansi/spans.js';
import { MAX_COLUMNS } from './pane-controller.js';
import { timeText, type RowContext } from '../phases/row-context.js';
import type { LogLine } from '../types.js';

interface OpenRowProps {
  line: LogLine;
  /** From 1. */
  number: number;
  context: RowContext;
}

/** The last line as far as it is written, such as a prompt. It has no address yet, and is neither found nor copied. */
export function OpenRow({ line, number, context }: OpenRowProps) {
  const parsed = parsedLine(line);
  return (
    <div className="sy-log-row sy-log-open" title={context.labels.openLine}>
      <span className="sy-log-gutter">
        <span className="sy-log-number">{number}</span>
        {context.time !== 'off' && <time className="sy-log-time">{timeText(context, line.time)}</time>}
      </span>
      <span className="sy-log-text">
        <span className="sy-log-shift">
          <LineText
            line={parsed}
            links={[]}
            matcher={undefined}
            now={false}
            limit={Math.min(parsed.text.length, MAX_COLUMNS)}
            maskedTitle={context.labels.masked}
          />
          <span className="sy-log-caret" aria-hidden />
        </span>
      </span>
    </div>
  );
}
