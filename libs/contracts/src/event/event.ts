import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { SentActivity } from './activity.js';

/** An activity record. `username` is the login name. */
export const Event = z.object({
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
  project_name: z.string().nullable(),
  username: z.string().nullable(),
});
export type Event = z.infer<typeof Event>;
/** Most events of `…/events/last`. */
export const MAX_LAST_EVENTS = 200;
