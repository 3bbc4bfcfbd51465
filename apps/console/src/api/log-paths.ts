import type { TaskRef } from './tasks-api.js';

/** The last lines of a log, or some from a line on. */
type LineRange = { tail: number } | { after: number; limit: number };

export const logPath = ({ projectId, taskId }: TaskRef): string => `project/${projectId}/tasks/${taskId}`;

export const linesPath = (task: TaskRef, range: LineRange): string =>
  `${logPath(task)}/lines?${'tail' in range ? `tail=${range.tail}` : `after=${range.after}&limit=${range.limit}`}`;
