import { z } from 'zod';
import { Id, Time, TimeInput } from '../primitives/primitives.js';
import { QueryList } from '../primitives/query-list.js';
import { SentActivity } from './activity.js';

/** An activity record. `username` is the login name, `user_name` the name. */
export const Event = z.object({
  /** Its place in the log, for `before` and `after`. */
  cursor: Id,
  /** Who did it; null = no person. The id outlives the person: `user_name` is null then. */
  user_id: Id.nullable(),
  project_id: Id.nullable(),
  integration_id: Id.nullable(),
  object_id: Id.nullable(),
  object_type: z.string().nullable(),
  /** An English sentence. */
  description: z.string().nullable(),
  /** The same as a code; `null` for a record of an older version. */
  activity: SentActivity.nullable(),
  created: Time,
  object_name: z.string(),
  /** Name of the template that it is about, or whose task it is about; null without one. */
  template_name: z.string().nullable(),
  project_name: z.string().nullable(),
  username: z.string().nullable(),
  user_name: z.string().nullable(),
});
export type Event = z.infer<typeof Event>;
/** Most events of `…/events/last`. */
export const MAX_LAST_EVENTS = 200;
/** Most events of a list without a limit. */
export const MAX_EVENTS = 10_000;

const QueryId = z.coerce.number().pipe(Id);

/**
 * Query of the activity of a project, newest first. The list goes on below the event `before`, or ends above `after`, at most
 * one of them. `start` (inclusive) and `end` (exclusive) bound the time, `object_type` may be several.
 */
export const EventListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_EVENTS).optional(),
  before: QueryId.optional(),
  after: QueryId.optional(),
  object_type: QueryList(z.string().min(1).max(64), { max: 20, length: 64 }).optional(),
  user_id: QueryId.optional(),
  start: TimeInput.optional(),
  end: TimeInput.optional(),
});
export type EventListQuery = z.infer<typeof EventListQuery>;
