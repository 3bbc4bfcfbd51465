/** Machine-readable codes that appear as `error` text on the wire and that a client may act on. */
export const ErrorCode = {
  totpRequired: 'TOTP_REQUIRED',
  emailOtpRequired: 'EMAIL_OTP_REQUIRED',
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
