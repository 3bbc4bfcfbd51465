import { z } from 'zod';
import { Flag, Id, Name, Time } from '../primitives/primitives.js';

/** Passwords: 1–1024 characters. Length is bounded because hashing cost grows with it. */
export const Password = z.string().min(1, 'must not be empty').max(1024);

const Username = z.string().trim().toLowerCase().min(1, 'must not be empty').max(255);

/** Body of create (rest contract 4.3). The password is required unless the user is external. */
export const UserCreate = z
  .object({
    name: Name,
    username: Username,
    email: z.email('must be an email address').max(255),
    password: z.string().max(1024).nullish(),
    alert: Flag,
    admin: Flag,
    external: Flag,
    pro: Flag,
  })
  .refine((user) => user.external || user.password, { path: ['password'], message: 'must not be empty' });
export type UserCreate = z.infer<typeof UserCreate>;

/** Body of update; an empty or absent password keeps the stored one. */
export const UserUpdate = z.object({
  id: Id.optional(),
  name: Name,
  username: Username,
  email: z.email('must be an email address').max(255),
  password: z.string().max(1024).nullish(),
  alert: Flag,
  admin: Flag,
  pro: Flag,
});
export type UserUpdate = z.infer<typeof UserUpdate>;

export const PasswordInput = z.object({ password: Password });

/** A user as administrators and the user see it (rest contract 3.2). */
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
  totp: z.null(),
});
export type User = z.infer<typeof User>;

/** A user as other people see it. */
export const MinimalUser = z.object({ id: Id, username: z.string(), name: z.string() });
export type MinimalUser = z.infer<typeof MinimalUser>;

/** Answer of `GET /api/user`. */
export const CurrentUser = User.extend({ can_create_project: z.boolean(), has_active_subscription: z.boolean() });
export type CurrentUser = z.infer<typeof CurrentUser>;

/** Query of `GET /api/users`: `s` = substring of name, username or email. */
export const UserSearch = z.object({ s: z.string().max(255).optional() });
