import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { TaskUpdate } from '../realtime/messages.js';

/** Bus channels. A bus message is a hint: whoever misses one finds the truth in the database. */
export const BusChannel = {
  /** A task changed; payload {@link TaskUpdate} as JSON. */
  task: 'task',
  /** Logs grew; payload {@link LogGrowth} as JSON. */
  log: 'log',
  /** A runner has a new job, order or stale attempt; payload = comma-separated runner ids. */
  runner: 'runner',
  /** Access changed: sessions, tokens or memberships of users; payload = comma-separated user ids. */
  access: 'access',
} as const;

export const TaskMessage = TaskUpdate;

/** Lines are stored up to `next` (exclusive, 0-based) for each task: `[project id, task id, attempt number, next]`. */
export const LogGrowth = z.array(z.tuple([Id, Id, z.int(), z.int()]));
export type LogGrowth = z.infer<typeof LogGrowth>;
