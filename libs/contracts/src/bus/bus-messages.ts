import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { type DeliveryList, TaskUpdate } from '../realtime/messages.js';

/** Bus channels. A bus message is a hint: the database holds the truth for a subscriber that misses one. */
export const BusChannel = {
  /** A task changed; payload see {@link taskMessage}. */
  task: 'task',
  /** Logs grew; payload {@link LogGrowth} as JSON. */
  log: 'log',
  /** The last line of a log has no end yet; payload `OpenLine` as JSON. A lost one comes with the line itself. */
  openLine: 'open-line',
  /** A drain is due; no payload. The queue of the same name carries the same, a moment later, for a message that was lost. */
  dispatch: 'dispatch',
  /** A runner has a new job, order or stale attempt; payload = comma-separated runner ids. */
  runner: 'runner',
  /** Runners changed in what is shown of them: presence, facts, settings, or they are gone; payload = comma-separated ids. */
  fleet: 'fleet',
  /** Access changed: sessions, tokens or memberships of users; payload = comma-separated user ids. */
  access: 'access',
  /** A schedule changed, so that it may be due earlier; no payload. */
  schedule: 'schedule',
  /** People may have to be alerted about a due time that started nothing, or about a run; no payload. */
  missed: 'missed',
  /** Lists of deliveries changed; payload see {@link deliveryMessage}. */
  delivery: 'delivery',
  /** The state of a workspace or its lock changed; payload `WorkspaceChange` as JSON. */
  workspace: 'workspace',
  /** The branches of some repository were listed; no payload. */
  listing: 'listing',
  /** The demo is to be made, or made again; no payload. */
  demo: 'demo',
  /** A project is being deleted, whose rows are to be removed; no payload. */
  removal: 'removal',
} as const;

/** Which list of which project changed; `null` = that of the installation. */
export interface DeliveryChange {
  projectId: number | null;
  of: DeliveryList;
}

/** `<list> <project id or null>`. */
export const deliveryMessage = ({ projectId, of }: DeliveryChange): string => `${of} ${projectId}`;

/** `<project id> <TaskUpdate as JSON>`: who watches none of that project need not decode the rest. */
export const taskMessage = (update: TaskUpdate): string => `${update.project_id} ${JSON.stringify(update)}`;

/** The project of a message of the task channel. */
export const projectOfTaskMessage = (message: string): number => Number(message.slice(0, message.indexOf(' ')));

/** @throws ZodError, SyntaxError when it is none */
export const readTaskMessage = (message: string): TaskUpdate =>
  TaskUpdate.parse(JSON.parse(message.slice(message.indexOf(' ') + 1)));

/** Lines are stored up to `next` (exclusive, 0-based) for each task: `[project id, task id, attempt number, next]`. */
export const LogGrowth = z.array(z.tuple([Id, Id, z.int(), z.int()])).max(1000);
export type LogGrowth = z.infer<typeof LogGrowth>;
