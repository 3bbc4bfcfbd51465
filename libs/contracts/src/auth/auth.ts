import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { hasNoControl, Id, Time } from '../primitives/primitives.js';
import { AuthMethods, SignInError } from './sign-in-methods.js';

/** Name of the session cookie, kept for existing clients. */
export const SESSION_COOKIE = 'semaphore';

/** Body of `POST /api/auth/login`; `auth` is the login or the email. */
export const LoginInput = z.object({
  auth: z.string().trim().min(1).max(255),
  password: z.string().min(1).max(1024),
});
export type LoginInput = z.infer<typeof LoginInput>;

/** A sign-in provider as a button shows it; `color` and `icon` may be empty. */
export const OidcProviderButton = z.object({ id: z.string(), name: z.string(), color: z.string(), icon: z.string() });
export type OidcProviderButton = z.infer<typeof OidcProviderButton>;

/** Answer of `GET /api/auth/login`: what the sign-in page offers. */
export const LoginData = z.object({
  oidc_providers: z.array(OidcProviderButton),
  login_with_password: z.boolean(),
  auth_methods: AuthMethods,
  /** In demo mode: everybody may sign in as a visitor, by `POST /api/auth/visitor`. */
  demo: z.literal(true).optional(),
  /** Why the provider sign-in that led here failed; returned once. Absent when none did. */
  sign_in_error: SignInError.optional(),
});
export type LoginData = z.infer<typeof LoginData>;

/**
 * Extra rights of an API token: `accounts` = make, change and remove accounts, while its user is an administrator; `lasting` =
 * make what goes on after the token has ended, such as runners, members and addresses.
 */
export const TOKEN_SCOPES = ['accounts', 'lasting'] as const;
export const TokenScope = z.enum(TOKEN_SCOPES);
export type TokenScope = z.infer<typeof TokenScope>;

/** Body of `POST /api/user/tokens`, which may be absent. `expires_at`: RFC 3339, in the future; `null` = never. */
export const ApiTokenInput = z
  .object({
    name: z.string().trim().max(255).refine(hasNoControl, withProblem('control_characters')).nullish(),
    expires_at: z.iso.datetime({ offset: true, ...withProblem('time') }).nullish(),
    scopes: z.array(TokenScope).max(TOKEN_SCOPES.length).nullish(),
  })
  .nullish()
  .transform((input) => ({
    name: input?.name ?? '',
    expires_at: input?.expires_at ?? null,
    scopes: [...new Set(input?.scopes)],
  }));
export type ApiTokenInput = z.infer<typeof ApiTokenInput>;

/**
 * An API token; `id` is complete in the creation answer only, otherwise its first 8 characters.
 * `expired`: it was ended, or `expires_at` is past.
 */
export const ApiToken = z.object({
  id: z.string(),
  /** The complete token, in the creation answer only. */
  token_id: z.string().optional(),
  name: z.string(),
  created: Time,
  expires_at: Time.nullable(),
  expired: z.boolean(),
  scopes: z.array(TokenScope),
  /** When a request last came with it, to the minute; `null` = never. */
  last_used_at: Time.nullable(),
  /** The address of the client that sent it. */
  last_used_from: z.string().nullable(),
  user_id: Id,
});
export type ApiToken = z.infer<typeof ApiToken>;
