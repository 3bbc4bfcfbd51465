import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { hashSecret } from '../../auth/secrets/credentials.js';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const ISSUER = 'Switchyard';

/** A new shared secret in base32: 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

/** The address that an authenticator app scans (Key Uri Format). @param account the user's email */
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

/** Without characters that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Twenty characters in groups of five, 100 random bits; no two that look alike. */
export function newRecoveryCode(): string {
  const characters = [...randomBytes(20)].map((byte) => ALPHABET[byte % 32]);
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-');
}

/** However the code was typed: hyphens, blanks and capitals do not matter. */
export const hashRecoveryCode = (code: string): string => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
