import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';

/** Name of the session cookie, kept for existing clients (rest contract 1.2). */
export const SESSION_COOKIE = 'semaphore';

/** Body of `POST /api/auth/login`; `auth` is the login or the email. */
export const LoginInput = z.object({
  auth: z.string().trim().min(1, 'must not be empty').max(255),
  password: z.string().min(1, 'must not be empty').max(1024),
});
export type LoginInput = z.infer<typeof LoginInput>;

/** Answer of `GET /api/auth/login`: what the sign-in page offers. */
export const LoginData = z.object({
  oidc_providers: z.array(z.object({ id: z.string(), name: z.string(), color: z.string(), icon: z.string() })),
  login_with_password: z.boolean(),
  auth_methods: z.record(z.string(), z.unknown()),
});
export type LoginData = z.infer<typeof LoginData>;

/** An API token; `id` is complete in the creation answer only, otherwise its first 8 characters (rest contract 3.4). */
export const ApiToken = z.object({ id: z.string(), created: Time, expired: z.boolean(), user_id: Id });
export type ApiToken = z.infer<typeof ApiToken>;
