import { memo } from 'react';
import { LineText } from '../ansi/line-text.js';
import { MAX_COLUMNS } from './pane-controller.js';
import type { VisibleRow } from './pane-view.js';
import { formatTarget } from '../selection/permalink.js';
import { GroupChips, GroupDuration, GroupFold, GroupIcon } from '../phases/group-parts.js';
import { PhaseRow } from '../phases/phase-row.js';
import { timeText, type RowContext } from '../phases/row-context.js';
import { parsedLine } from '../ansi/spans.js';
import { lineKind, type LogLine } from '../types.js';

interface LogRowProps {
  row: VisibleRow;
  context: RowContext;
  /** Whether a link points here. */
  target: boolean;
  error: boolean;
  now: boolean;
  /** Whether a long line is drawn to its end. */
  full: boolean;
}

const none: readonly never[] = [];
const filler = /\s*\*{3,}\s*$/;

export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { row, context } = props;
  const { record, line } = row;
  if (record?.kind === lineKind.section) {
    return <PhaseRow line={line} open={row.open} context={context} target={props.target} />;
  }
  return (
    <div className={classOf(props)} data-line={line}>
      {row.group && <GroupFold group={row.group} open={row.open} labels={context.labels} />}
      <span className="sy-log-gutter">
        <a
          className="sy-log-number"
          href={formatTarget({ from: line + 1, to: line + 1 })}
          tabIndex={-1}
          data-number={line + 1}
        >
          {line + 1}
        </a>
        {context.time !== 'off' && (
          <time className="sy-log-time">{record ? timeText(context, record.time, row.before) : ''}</time>
        )}
      </span>
      <span className="sy-log-text">
        {record ? <Text {...props} record={record} /> : <span className="sy-log-bar" />}
      </span>
      {row.group && <GroupDuration body={row.group} context={context} />}
    </div>
  );
}, sameProps);

function Text({ record, row, context, now, full }: LogRowProps & { record: LogLine }) {
  const parsed = parsedLine(record);
  const heading = isHeading(record, row, context);
  const all = heading && !parsed.spans.at(-1)?.masked ? parsed.text.replace(filler, '').length : parsed.text.length;
  const limit = full || heading ? all : Math.min(all, MAX_COLUMNS);
  return (
    <span className="sy-log-shift">
      {row.group && <GroupIcon body={row.group} context={context} />}
      <span data-text>
        <LineText
          line={parsed}
          links={context.linksIn?.(row.line, parsed.text.slice(0, limit)) ?? none}
          matcher={context.matcher}
          now={now}
          limit={limit}
          maskedTitle={context.labels.masked}
        />
      </span>
      {row.group && <GroupChips group={row.group.group} labels={context.labels} />}
      {limit < all && !heading && (
        <button type="button" className="sy-log-more" data-more={row.line}>
          {context.labels.showAll(all)}
        </button>
      )}
    </span>
  );
}

/** Known by its text before the outline of the log is there. */
function isHeading(record: LogLine, { group }: VisibleRow, { headings }: RowContext): boolean {
  return group !== undefined || (record.kind === lineKind.tool && headings !== undefined && headings.test(record.text));
}

function classOf({ row, context, target, error, full }: LogRowProps): string {
  const { record } = row;
  const names = ['sy-log-row'];
  if (record?.kind === lineKind.system) {
    names.push('sy-log-system');
  }
  if (record && isHeading(record, row, context)) {
    names.push('sy-log-heading');
  }
  if (full) {
    names.push('sy-log-full');
  }
  if (error) {
    names.push('sy-log-error');
  }
  if (target) {
    names.push('sy-log-target');
  }
  return names.join(' ');
}

/** `row` is a new object for every frame, so it is compared by content. */
function sameProps(a: LogRowProps, b: LogRowProps): boolean {
  return (
    a.row.line === b.row.line &&
    a.row.record === b.row.record &&
    a.row.open === b.row.open &&
    a.row.group === b.row.group &&
    (a.context.time !== 'delta' || a.row.before === b.row.before) &&
    a.context === b.context &&
    a.target === b.target &&
    a.error === b.error &&
    a.now === b.now &&
    a.full === b.full
  );
}
