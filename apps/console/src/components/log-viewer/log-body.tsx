import { useMemo } from 'react';
import type { FindStatus } from './find/find-session.js';
import { FollowButton } from './pane/follow-button.js';
import { LogMessage } from './log-message.js';
import { LogPane } from './log-pane.js';
import type { LogParts } from './log-parts.js';
import type { LogStatus } from './store/log-store.js';
import type { LogViewerProps } from './log-viewer-props.js';
import { MarksLane } from './find/marks-lane.js';
import type { RowContext } from './phases/row-context.js';
import type { TextSize } from './types.js';

interface LogBodyProps {
  parts: LogParts;
  props: LogViewerProps;
  context: RowContext;
  state: LogStatus;
  finding: FindStatus;
  wrap: boolean;
  size: TextSize;
  /** Whether the follow button floats over the lines. */
  floating: boolean;
  onNumber(line: number, extend: boolean): void;
}

const none: readonly never[] = [];

/** The lines and what lies over them. */
export function LogBody({ parts, props, context, state, finding, wrap, size, floating, onNumber }: LogBodyProps) {
  const { errorLines = none, labels, live } = props;
  const errors = useMemo(() => new Set(errorLines), [errorLines]);
  const errorMarks = useMemo(() => errorLines.map((line) => line - 1), [errorLines]);
  return (
    <div className="sy-log-body">
      <LogPane
        parts={parts}
        context={context}
        wrap={wrap}
        size={size}
        target={props.target}
        errors={errors}
        now={finding.found.lines[finding.current] ?? -1}
        pending={state.phase === 'ready' ? (props.pendingPhases ?? none) : none}
        onNumber={onNumber}
      />
      <MarksLane pane={parts.pane} hits={finding.found.lines} errors={errorMarks} />
      <LogMessage
        state={state}
        empty={parts.store.total === 0}
        live={live}
        labels={labels}
        onRetry={() => parts.store.open()}
      />
      {live && floating && (
        <div className="sy-log-follow">
          <FollowButton pane={parts.pane} labels={labels} />
        </div>
      )}
    </div>
  );
}
