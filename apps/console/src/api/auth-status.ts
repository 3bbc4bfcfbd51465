import { ErrorCode } from '@switchyard/contracts';
import type { ApiError } from './api-error.js';

/** Where a visitor stands: `totp` and `email` = a session whose second step is outstanding. */
export type AuthStatus = 'signedIn' | 'totp' | 'email' | 'signedOut';

/** State of the session by a refused `GET /api/user`; `null` = unknown, so the failure itself is shown. */
export function authStatusOf({ status, code }: Pick<ApiError, 'status' | 'code'>): AuthStatus | null {
  if (status !== 401) {
    return null;
  }
  switch (code) {
    case ErrorCode.totpRequired:
      return 'totp';
    case ErrorCode.emailOtpRequired:
      return 'email';
    default:
      return 'signedOut';
  }
}
