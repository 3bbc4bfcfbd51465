import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { AUDIT_OUTCOMES } from './outcomes.js';

export const AuditOutcome = z.enum(AUDIT_OUTCOMES);
export type AuditOutcome = z.infer<typeof AuditOutcome>;

/** Members of an object by their name on the wire. Secrets and long contents are replaced by `(set)` or `(changed)`. */
export const AuditValues = z.record(z.string(), z.unknown());
export type AuditValues = z.infer<typeof AuditValues>;

/**
 * One thing that somebody did. `action` is `<resource>.<verb>`, such as `keys.update`; `before` and `after` hold the
 * members that differ, `null` where the object did not exist or nothing is known. Ids outlive what they name.
 */
export const AuditRecord = z.object({
  id: Id,
  at: Time,
  user_id: Id.nullable(),
  username: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  project_id: Id.nullable(),
  before: AuditValues.nullable(),
  after: AuditValues.nullable(),
  outcome: AuditOutcome,
});
export type AuditRecord = z.infer<typeof AuditRecord>;

const Moment = z.iso
  .datetime({ offset: true })
  .or(z.iso.date())
  .transform((text) => new Date(text));
const QueryId = z.coerce.number().pipe(Id);

/**
 * Which records: from (inclusive) to (exclusive), a date or RFC 3339 in UTC; of a user, a project, an action, an address
 * of the client as text (IPv4 or IPv6, as it stands in the records), an outcome. An absent member filters nothing.
 */
export const AuditFilter = z.object({
  from: Moment.optional(),
  to: Moment.optional(),
  user_id: QueryId.optional(),
  project_id: QueryId.optional(),
  action: z.string().max(100).optional(),
  ip: z.string().max(45).optional(),
  outcome: AuditOutcome.optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** Most records of one page. */
export const MAX_AUDIT_PAGE = 200;

/**
 * Query of `GET /api/audit`: newest first. `before` = the id of a record: those that are older than it; `after`: the next
 * ones that are newer.
 */
export const AuditQuery = AuditFilter.extend({
  before: QueryId.optional(),
  after: QueryId.optional(),
  limit: z.coerce.number().int().min(1).max(MAX_AUDIT_PAGE).default(50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Answer of `GET /api/audit/actions`: the actions that are recorded, by name. */
export const AuditActions = z.array(z.string());
export type AuditActions = z.infer<typeof AuditActions>;

/** Query of `GET /api/audit/export`: oldest first, everything that the filter lets through. */
export const AuditExportQuery = AuditFilter.extend({ format: z.enum(['ndjson', 'csv']).default('ndjson') });
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;
