export type { LogLabels } from './labels.js';
export { LogViewer } from './log-viewer.js';
export type { LogViewerHandle } from './log-viewer-props.js';
export { formatTarget, parseTarget } from './permalink.js';
export type { LogBatch, LogConnection, LogOutcome, LogSource, LogTarget } from './types.js';
export type { LogViewChoice } from './use-log-view.js';
