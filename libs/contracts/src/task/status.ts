import { z } from 'zod';
import { TASK_STATUSES } from './status-moves.js';

export * from './status-moves.js';

export const TaskStatus = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof TaskStatus>;
