import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../auth/secrets/credentials.js';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Twenty characters in groups of five, 100 random bits; no two that look alike. */
export function newRecoveryCode(): string {
  const characters = [...randomBytes(20)].map((byte) => ALPHABET[byte % 32]);
  return [0, 5, 10, 15].map((start) => characters.slice(start, start + 5).join('')).join('-');
}

/** However the code was typed: hyphens, blanks and capitals do not matter. */
export const hashRecoveryCode = (code: string): string => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
