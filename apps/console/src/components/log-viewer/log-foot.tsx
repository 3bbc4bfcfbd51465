import { FollowButton } from './pane/follow-button.js';
import type { LogViewerProps } from './log-viewer-props.js';
import type { PaneController } from './pane/pane-controller.js';

/** The bar under the lines of a narrow page. */
export function LogFoot({ pane, props }: { pane: PaneController; props: LogViewerProps }) {
  if (!props.live && !props.narrowActions) {
    return null;
  }
  return (
    <div className="sy-log-foot">
      {props.live && <FollowButton pane={pane} labels={props.labels} />}
      <span className="sy-log-grow" />
      {props.narrowActions}
    </div>
  );
}
