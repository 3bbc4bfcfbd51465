import type { TaskRef } from './tasks-api.js';

/** The last lines of a log, or some from a line on. */
type LineRange = { tail: number } | { after: number; limit: number };

export const logPath = ({ projectId, taskId }: TaskRef): string => `project/${projectId}/tasks/${taskId}`;

/** Below the path of the log. */
export const rangePath = (range: LineRange): string =>
  `lines?${'tail' in range ? `tail=${range.tail}` : `after=${range.after}&limit=${range.limit}`}`;

export const linesPath = (task: TaskRef, range: LineRange): string => `${logPath(task)}/${rangePath(range)}`;
