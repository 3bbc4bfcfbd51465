/** Machine-readable codes that appear as `error` text on the wire and that a client may act on. */
export const ErrorCode = {
  totpRequired: 'TOTP_REQUIRED',
  emailOtpRequired: 'EMAIL_OTP_REQUIRED',
  sessionNotVerified: 'SESSION_NOT_VERIFIED',
  invalidPasscode: 'INVALID_PASSCODE',
  expiredPasscode: 'EXPIRED_PASSCODE',
  invalidRecoveryCode: 'INVALID_RECOVERY_CODE',
  totpDisabled: 'TOTP_DISABLED',
  emailOtpDisabled: 'EMAIL_OTP_DISABLED',
  emailLoginDisabled: 'EMAIL_LOGIN_DISABLED',
  passwordLoginDisabled: 'PASSWORD_LOGIN_DISABLED',
  /** The session is not fresh: confirm who you are by `POST /api/auth/confirm`, then repeat the request. */
  reauthenticationRequired: 'REAUTHENTICATION_REQUIRED',
  /** An API token may not do this: sign in. */
  sessionRequired: 'SESSION_REQUIRED',
  invalidPassword: 'INVALID_PASSWORD',
  crossOrigin: 'CROSS_ORIGIN_REQUEST_BLOCKED',
  leaseLost: 'LEASE_LOST',
  planMissing: 'PLAN_MISSING',
  logIncomplete: 'LOG_INCOMPLETE',
  duplicateRunner: 'DUPLICATE_RUNNER',
  unknownRunner: 'UNKNOWN_RUNNER',
  badSignature: 'BAD_SIGNATURE',
  clockSkew: 'CLOCK_SKEW',
  replayed: 'REPLAYED',
  protocolVersion: 'PROTOCOL_VERSION',
} as const;
