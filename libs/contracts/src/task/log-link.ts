import { z } from 'zod';
import type { AppFamily } from '../app/app-family.js';
import { Id, Time } from '../primitives/primitives.js';
import { MAX_LOG_LINK_HOURS } from './log-link-bounds.js';
import { TaskStatus } from './status.js';

/** Body that makes a link to the log of a task. */
export const LogLinkInput = z.object({ hours: z.int().min(1).max(MAX_LOG_LINK_HOURS) });
export type LogLinkInput = z.infer<typeof LogLinkInput>;

/** A link to the log of a task that works. `opened` = when somebody read the log by it for the first time. */
export const LogLink = z.object({
  id: Id,
  created: Time,
  expires: Time,
  opened: Time.nullable(),
  user_id: Id,
  user_name: z.string(),
});
export type LogLink = z.infer<typeof LogLink>;

/** A link that has just been made. Its address, which holds the token, is answered this once. */
export const NewLogLink = LogLink.extend({ url: z.string() });
export type NewLogLink = z.infer<typeof NewLogLink>;

const FAMILIES = ['ansible', 'terraform', 'pulumi', 'script'] as const satisfies readonly AppFamily[];

/** Facts about the task that the reader of a link sees beside its log. */
export const SharedLog = z.object({
  template: z.string(),
  /** Decides which headings of a tool the log may have. */
  family: z.enum(FAMILIES),
  status: TaskStatus,
  created: Time,
  start: Time.nullable(),
  end: Time.nullable(),
  expires: Time,
});
export type SharedLog = z.infer<typeof SharedLog>;
