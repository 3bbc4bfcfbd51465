import { z } from 'zod';

/** How somebody confirms within a session who he is; `sign-in` = only by signing in again. */
export const ConfirmationMethod = z.enum(['password', 'code', 'sign-in']);
export type ConfirmationMethod = z.infer<typeof ConfirmationMethod>;

/** Answer of `GET /api/auth/confirm`. `fresh`: nothing needs to be confirmed now. */
export const Confirmation = z.object({ method: ConfirmationMethod, fresh: z.boolean() });
export type Confirmation = z.infer<typeof Confirmation>;

/** Body of `POST /api/auth/confirm`: a code of the authenticator, or the password where none is in use. */
export const ConfirmationInput = z.union([
  z.object({ passcode: z.string().trim().min(1).max(64) }),
  z.object({ password: z.string().min(1).max(1024) }),
]);
export type ConfirmationInput = z.infer<typeof ConfirmationInput>;
