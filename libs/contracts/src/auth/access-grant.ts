import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';

/** Kinds of objects that go on acting after the session or token of their maker has ended. */
export const ACCESS_GRANT_KINDS = [
  'runner',
  'registration_token',
  'integration_alias',
  'terraform_alias',
  'member',
  'user',
  'app',
  'log_link',
] as const;
export const AccessGrantKind = z.enum(ACCESS_GRANT_KINDS);
export type AccessGrantKind = z.infer<typeof AccessGrantKind>;

/** Keeps what one user made. */
export const AccessGrantQuery = z.object({ user_id: z.coerce.number().int().min(1).max(2_147_483_647).optional() });
export type AccessGrantQuery = z.infer<typeof AccessGrantQuery>;

/** Something that still acts, and who made it. */
export const AccessGrant = z.object({
  id: Id,
  kind: AccessGrantKind,
  /** Of an address its first characters. */
  name: z.string(),
  project_id: Id.nullable(),
  project_name: z.string().nullable(),
  user_id: Id.nullable(),
  /** The login of its maker when it was made. */
  username: z.string(),
  /** First characters of the API token that made it; `null` = a session did, or the token is not stored any more. */
  token: z.string().nullable(),
  /** Its maker's account or token has ended. */
  maker_ended: z.boolean(),
  created: Time,
  /** Address whose DELETE ends it. */
  path: z.string(),
});
export type AccessGrant = z.infer<typeof AccessGrant>;
