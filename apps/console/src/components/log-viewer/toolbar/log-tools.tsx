import type { LogFailure } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { LogStatus } from '../store/log-store.js';
import type { LogViewerProps } from '../log-viewer-props.js';
import { Toolbar } from './toolbar.js';
import type { LogView } from '../use-log-view.js';

interface LogToolsProps {
  props: LogViewerProps;
  state: LogStatus;
  choice: LogView;
  finding: boolean;
  narrow: boolean;
  failures: readonly LogFailure[];
  quietSince: number | undefined;
  onLine(line: number): void;
  onFind(): void;
  onCopyAll(): void;
  onCopyCommand(): void;
}

/** The tools, beside the page's tabs when it offers a place there. */
export function LogTools({
  props,
  state,
  choice,
  finding,
  narrow,
  failures,
  quietSince,
  onLine,
  ...actions
}: LogToolsProps) {
  const toolbar = (
    <Toolbar
      labels={props.labels}
      connection={props.live ? state.connection : undefined}
      finding={finding}
      time={choice.time}
      zone={choice.zone}
      zones={props.zones ?? []}
      wrap={choice.wrap}
      narrow={narrow}
      failures={failures}
      quietSince={quietSince}
      onLine={onLine}
      download={props.download}
      action={props.action}
      {...actions}
      size={choice.size}
      onSize={(size) => choice.change({ size })}
      onTime={(time) => choice.change({ time })}
      onZone={(zone) => choice.change({ time: 'clock', zone })}
      onWrap={(wrap) => choice.change({ wrap })}
    />
  );
  if (props.toolbarHost === null) {
    return null;
  }
  return props.toolbarHost ? createPortal(toolbar, props.toolbarHost) : <Bar start={props.toolbarStart}>{toolbar}</Bar>;
}

function Bar({ start, children }: { start: ReactNode; children: ReactNode }) {
  return (
    <div className="sy-log-toolbar">
      <div className="sy-log-grow">{start}</div>
      {children}
    </div>
  );
}
