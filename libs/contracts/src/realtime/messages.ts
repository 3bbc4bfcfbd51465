import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { MaskedPlaces } from '../task/masked-places.js';
import { TaskStatus } from '../task/status.js';
import { WaitingReason } from '../task/waiting-reason.js';

export * from './events.js';

/** A list that others change: `audit` is that of the installation, the others are of a project. `runs` = runs of workflows, `sync` = what came of its sync. */
export const DeliveryList = z.enum(['alerts', 'webhooks', 'runs', 'sync', 'audit']);
export type DeliveryList = z.infer<typeof DeliveryList>;

export const WatchProject = z.object({ project_id: Id }).nullable();
/** `next` = 0-based number of the first line the client does not have; the server sends everything from there on. */
export const WatchTask = z.object({ project_id: Id, task_id: Id, next: z.int().min(0) }).nullable();
/** Runners of a project, for its members; `null` as project = all of the installation, for administrators. */
export const WatchRunners = z.object({ project_id: Id.nullable() }).nullable();
/**
 * Alerts that were sent, for those who manage resources; webhooks that came to integrations, runs of workflows, and the sync of the project, for members; receivers of the audit log, for
 * administrators, with `null` as project.
 */
export const WatchDeliveries = z
  .union([
    z.object({ project_id: Id, of: DeliveryList.exclude(['audit']) }),
    z.object({ project_id: z.null(), of: DeliveryList.extract(['audit']) }),
  ])
  .nullable();
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

/** The state of a workspace or its lock changed. */
export const WorkspaceChange = z.object({ project_id: Id, inventory_id: Id });
export type WorkspaceChange = z.infer<typeof WorkspaceChange>;

/** One log line for a plain WebSocket. */
export const LogMessage = z.object({
  type: z.literal('log'),
  project_id: Id,
  task_id: Id,
  time: Time,
  output: z.string(),
});
export type LogMessage = z.infer<typeof LogMessage>;

/** Consecutive new lines for socket.io; `first` is 0-based, times, kinds and masked as in `LogLines`. */
export const LogBatch = z.object({
  task_id: Id,
  attempt: z.int(),
  first: z.int(),
  lines: z.array(z.string()),
  times: z.array(z.number()),
  kinds: z.array(z.number()),
  masked: MaskedPlaces.optional(),
});
export type LogBatch = z.infer<typeof LogBatch>;

/**
 * The last line of a task as far as it is written, for socket.io. `line` is the 0-based number that it will have: it stands behind
 * the lines below, and gives way to the line of that number. Empty `text` = nothing is shown any more. May be lost.
 */
export const OpenLine = z.object({
  task_id: Id,
  attempt: z.int(),
  line: z.int(),
  /** Epoch milliseconds. */
  time: z.number(),
  text: z.string(),
});
export type OpenLine = z.infer<typeof OpenLine>;
