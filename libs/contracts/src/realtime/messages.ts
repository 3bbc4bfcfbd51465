import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { TaskStatus } from '../task/status.js';
import { WaitingReason } from '../task/waiting-reason.js';

/** A list of deliveries of a project. */
export const DeliveryList = z.enum(['alerts', 'webhooks']);
export type DeliveryList = z.infer<typeof DeliveryList>;

/**
 * Live updates, one path `/api/ws`.
 *
 * A plain WebSocket (no `EIO` in the query) receives {@link TaskUpdate} and {@link LogMessage} as JSON text frames for
 * every project its user may see and sends nothing.
 *
 * socket.io (the console) emits `watch-project` {@link WatchProject}, `watch-task` {@link WatchTask}, `watch-runners`
 * {@link WatchRunners} and `watch-deliveries` {@link WatchDeliveries} (each replaces the earlier one, `null` leaves),
 * acknowledged with `{ ok: boolean }`, false also for what was replaced or lost before it was granted, and receives
 * `task` {@link TaskUpdate} of its project and `log` {@link LogBatch} of its task. `runners` has no body: the runners it
 * watches changed, or what they have to do; it comes about once a second at most. `deliveries` has none either: the
 * list it watches changed. `gone`: access to the watched
 * project ended. `behind` has no body: too many lines waited for this client, and no more are sent until a new `watch-task`
 * names the line it needs next. Events that come too fast are answered `{ ok: false }`.
 */
export const RealtimeEvent = {
  watchProject: 'watch-project',
  watchTask: 'watch-task',
  watchRunners: 'watch-runners',
  watchDeliveries: 'watch-deliveries',
  task: 'task',
  log: 'log',
  runners: 'runners',
  deliveries: 'deliveries',
  gone: 'gone',
  behind: 'behind',
  /** No body: what the user may do here or elsewhere changed, or may have; the console reads it again. */
  access: 'access',
} as const;

export const WatchProject = z.object({ project_id: Id }).nullable();
/** `next` = 0-based number of the first line the client does not have; the server sends everything from there on. */
export const WatchTask = z.object({ project_id: Id, task_id: Id, next: z.int().min(0) }).nullable();
/** Runners of a project, for its members; `null` as project = all of the installation, for administrators. */
export const WatchRunners = z.object({ project_id: Id.nullable() }).nullable();
/** Alerts that were sent, for those who manage resources; webhooks that came to integrations, for members. */
export const WatchDeliveries = z.object({ project_id: Id, of: DeliveryList }).nullable();
export type WatchProject = z.infer<typeof WatchProject>;
export type WatchTask = z.infer<typeof WatchTask>;
export type WatchRunners = z.infer<typeof WatchRunners>;
export type WatchDeliveries = z.infer<typeof WatchDeliveries>;

/** A task changed its status, or its start, end, runner or waiting reason. */
export const TaskUpdate = z.object({
  type: z.literal('update'),
  project_id: Id,
  template_id: Id,
  task_id: Id,
  status: TaskStatus,
  start: Time.nullable(),
  end: Time.nullable(),
  version: z.string().nullable(),
  waiting_reason: WaitingReason.nullable(),
});
export type TaskUpdate = z.infer<typeof TaskUpdate>;

/** One log line for a plain WebSocket. */
export const LogMessage = z.object({
  type: z.literal('log'),
  project_id: Id,
  task_id: Id,
  time: Time,
  output: z.string(),
});
export type LogMessage = z.infer<typeof LogMessage>;

/** Consecutive new lines for socket.io; `first` is 0-based, times and kinds as in `LogLines`. */
export const LogBatch = z.object({
  task_id: Id,
  attempt: z.int(),
  first: z.int(),
  lines: z.array(z.string()),
  times: z.array(z.number()),
  kinds: z.array(z.number()),
});
export type LogBatch = z.infer<typeof LogBatch>;
