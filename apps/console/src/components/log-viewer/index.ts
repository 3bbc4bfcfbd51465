export type { LogLabels, PhaseState } from './labels.js';
export { LogViewer } from './log-viewer.js';
export type { LogViewerHandle, LogViewerProps } from './log-viewer-props.js';
export { formatTarget, parseTarget } from './permalink.js';
export type {
  LogBatch,
  LogConnection,
  LogLines,
  LogMatches,
  LogOutcome,
  LogQuery,
  LogRange,
  LogSource,
  LogTarget,
  TimeMode,
} from './types.js';
export type { LogViewChoice } from './use-log-view.js';
