import { FollowButton } from './pane/follow-button.js';
import type { LogViewerProps } from './log-viewer-props.js';
import { Silence } from './toolbar/silence.js';
import type { PaneController } from './pane/pane-controller.js';

interface LogFootProps {
  pane: PaneController;
  props: LogViewerProps;
  /** Since when a running task has written nothing, epoch milliseconds. */
  quietSince: number | undefined;
}

/** The bar under the lines of a narrow page. */
export function LogFoot({ pane, props, quietSince }: LogFootProps) {
  if (!props.live && !props.narrowActions) {
    return null;
  }
  return (
    <div className="sy-log-foot">
      {props.live && <FollowButton pane={pane} labels={props.labels} />}
      <span className="sy-log-grow">
        {quietSince !== undefined && <Silence since={quietSince} labels={props.labels} />}
      </span>
      {props.narrowActions}
    </div>
  );
}
