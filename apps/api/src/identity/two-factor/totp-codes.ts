import { generateSecret, generateURI, verifySync } from 'otplib';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const ISSUER = 'Switchyard';

/** A new shared secret in base32: 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** What an authenticator app scans (the Key Uri Format). @param account the user's email */
export const totpUri = (secret: string, account: string): string =>
  generateURI({ issuer: ISSUER, label: account, secret });

/**
 * The 30-second step that a code belongs to (RFC 6238), or `null` when the code is wrong. The present step counts, and
 * one before and after it for clocks that differ; a step that was used, or an earlier one, does not.
 * @param lastStep the newest step that was used
 * @param now in milliseconds
 */
export function acceptedStep(secret: string, passcode: string, lastStep: number, now: number): number | null {
  if (!/^\d{6}$/.test(passcode)) {
    return null;
  }
  const result = verifySync({
    secret,
    token: passcode,
    epoch: Math.floor(now / 1000),
    epochTolerance: PERIOD_SECONDS,
    ...(lastStep > 0 ? { afterTimeStep: lastStep } : {}),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
