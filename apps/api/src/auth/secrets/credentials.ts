import { createHash, randomBytes } from 'node:crypto';
import { LOG_LINK_PREFIX } from '@switchyard/contracts';

/** A new session secret or runner token: 256 random bits as base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A new API token: 44 lower-case characters ending in `=`, more than 200 random bits. */
export const newApiToken = (): string => `${randomBytes(32).toString('base64url').toLowerCase()}=`;

/** The token of a link to a log: a beginning that programs which look for secrets know, and 256 random bits. */
export const newLinkToken = (): string => `${LOG_LINK_PREFIX}${newSecret()}`;

/** The stored form of a random secret: its SHA-256 in hex. Sufficient, because the secret cannot be guessed. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * The API token of an `Authorization` header, or `null` when the header names no bearer token. The whole header is
 * lower-cased, as existing clients expect.
 */
export function readBearerToken(header: string | undefined): string | null {
  const text = header?.toLowerCase() ?? '';
  return text.includes('bearer') ? text.replace('bearer ', '').trim() : null;
}
