import { z } from 'zod';
import { EmailAddress, Flag, Id, Time } from '../primitives/primitives.js';

/** Digits of a verification code, from an authenticator or by mail. */
export const PASSCODE_LENGTH = 6;

/** Body of `POST /api/auth/login/email`. */
export const EmailLoginInput = z.object({
  email: EmailAddress.transform((email) => email.toLowerCase()),
});
export type EmailLoginInput = z.infer<typeof EmailLoginInput>;

/** Body of `POST /api/auth/verify`. Any text is taken: one that is no code is a wrong code. */
export const PasscodeInput = z.object({ passcode: z.string().trim().max(64) });
export type PasscodeInput = z.infer<typeof PasscodeInput>;

/** Body of `POST /api/auth/recovery`. */
export const RecoveryInput = z.object({ recovery_code: z.string().trim().min(1).max(128) });
export type RecoveryInput = z.infer<typeof RecoveryInput>;

/** Two-factor sign-in of a user, as a member of the user. */
export const Totp = z.object({ id: Id, created: Time, user_id: Id });
export type Totp = z.infer<typeof Totp>;

/** Body of `POST /api/users/{id}/2fas/totp`. `pending`: it counts for nothing until its first code was confirmed. */
export const TotpInput = z
  .object({ pending: Flag })
  .nullish()
  .transform((input) => input ?? { pending: false });
export type TotpInput = z.infer<typeof TotpInput>;

/**
 * Answer of `POST /api/users/{id}/2fas/totp`, and of the confirmation of a pending one. The recovery code comes once, when it is
 * switched on, and only if the server allows recovery; the `otpauth:` address comes once, while it is pending.
 */
export const EnabledTotp = Totp.extend({ recovery_code: z.string().optional(), url: z.string().optional() });
export type EnabledTotp = z.infer<typeof EnabledTotp>;
