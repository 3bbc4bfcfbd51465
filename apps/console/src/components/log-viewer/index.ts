export type { LogLabels } from './labels.js';
export { LogViewer } from './log-viewer.js';
export type { LogViewerHandle } from './log-viewer-props.js';
export { formatTarget, parseTarget } from './selection/permalink.js';
export {
  type LinksIn,
  type LogAction,
  type LogBatch,
  type LogConnection,
  type LogDownload,
  type LogOutcome,
  type LogSource,
  type LogTarget,
  type PhaseSpan,
} from './types.js';
export type { LogViewChoice } from './use-log-view.js';
