import { z } from 'zod';

/**
 * Codes that a sign-in may require besides a password. `totp` is there when authenticator codes are on,
 * `email` when codes are sent by mail.
 */
export const AuthMethods = z.object({
  totp: z.object({ allow_recovery: z.boolean() }).optional(),
  email: z.object({}).optional(),
});
export type AuthMethods = z.infer<typeof AuthMethods>;

/** Why a sign-in by a provider ended on the sign-in page instead of in the console. */
export const SIGN_IN_ERRORS = [
  /** No provider of this name, or it does not answer. */
  'provider_unavailable',
  /** The provider refused, or the person cancelled there. */
  'provider_refused',
  /** The answer is not one to the question of this browser, is forged, or comes too late. */
  'answer_invalid',
  /** The provider returned no email, or an unverified one. */
  'email_unverified',
  /** Somebody who does not sign in by this provider has the email already. */
  'account_exists',
  /** The provider names more groups than a sign-in takes, or does not name them for their number. */
  'too_many_groups',
] as const;
export const SignInError = z.enum(SIGN_IN_ERRORS);
export type SignInError = z.infer<typeof SignInError>;
