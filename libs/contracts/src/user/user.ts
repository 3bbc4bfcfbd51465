import { z } from 'zod';
import { besideOthers, withProblem } from '../errors/issue.js';
import { Totp } from '../auth/second-factor.js';
import { BodyId } from '../primitives/absent.js';
import { EmailAddress, ExternalEmail, Flag, hasNoControl, Id, Name, Time } from '../primitives/primitives.js';
import { UserOptions } from './user-options.js';

/** Fewest characters of a new password (NIST SP 800-63B, section 3.1.1.2, where a second factor may be used). */
const MIN_PASSWORD = 8;

/** New passwords. The length is bounded because hashing cost grows with it. */
export const Password = z.string().min(1, { abort: true }).min(MIN_PASSWORD).max(1024);

/** As {@link Password}, where an empty or absent one means none. */
const OptionalPassword = z
  .string()
  .max(1024)
  .nullish()
  .refine((text) => !text || text.length >= MIN_PASSWORD, withProblem('too_short', { min: MIN_PASSWORD }));

/** Keeps its case; who signs in or is looked for is found by it in any case. */
const Username = z.string().trim().min(1).max(255).refine(hasNoControl, withProblem('control_characters'));

/**
 * Body of create. Who has no password cannot sign in by one. The email of an external user may be any text until the
 * provider gives one; mail goes to addresses alone.
 */
export const UserCreate = z
  .object({
    name: Name,
    username: Username,
    email: ExternalEmail,
    password: OptionalPassword,
    alert: Flag,
    admin: Flag,
    external: Flag,
    pro: Flag,
  })
  .refine((user) => user.external === true || !user.email || EmailAddress.safeParse(user.email).success, {
    path: ['email'],
    ...withProblem('email'),
    ...besideOthers,
  });
export type UserCreate = z.infer<typeof UserCreate>;

/**
 * Body of update, whose email is an address unless the user is external; an empty or absent password keeps the stored one. `old_password`: the current one, required of people who
 * change their own and are no administrators. `revoke_tokens`: a new password ends the API tokens as well; sessions end
 * always.
 */
export const UserUpdate = z.object({
  id: BodyId,
  name: Name,
  username: Username,
  email: ExternalEmail,
  password: OptionalPassword,
  old_password: z.string().max(1024).nullish(),
  revoke_tokens: Flag,
  alert: Flag,
  admin: Flag,
  pro: Flag,
});
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Body of a password change; `old_password` and `revoke_tokens` as in {@link UserUpdate}. */
export const PasswordInput = z.object({
  password: Password,
  old_password: z.string().max(1024).nullish(),
  revoke_tokens: Flag,
});
export type PasswordInput = z.infer<typeof PasswordInput>;

/** A user as administrators and the user see it. */
export const User = z.object({
  id: Id,
  created: Time,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  external: z.boolean(),
  alert: z.boolean(),
  pro: z.boolean(),
  /** Since when the directory does not know the person: the account opens nothing until it does again. `null` = it does, or is not asked. */
  left_directory: Time.nullable(),
  /** `null` = signs in without an authenticator. */
  totp: Totp.nullable(),
});
export type User = z.infer<typeof User>;

/** A user as other people see it. */
export const MinimalUser = z.object({ id: Id, username: z.string(), name: z.string() });
export type MinimalUser = z.infer<typeof MinimalUser>;

/** Answer of `GET /api/user`. */
export const CurrentUser = User.extend({
  can_create_project: z.boolean(),
  has_active_subscription: z.boolean(),
  options: UserOptions,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** People who are no administrators search from so many characters on. */
export const MIN_USER_SEARCH = 4;

/** Query of `GET /api/users`: `s` = substring of name, username or email. */
export const UserSearch = z.object({ s: z.string().max(255).optional() });
