import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { GithubAppCredential } from '@switchyard/contracts';

const signed = promisify(sign);

/** GitHub takes ten minutes, and clocks differ. */
const BACKDATED_SECONDS = 60;
const LIFETIME_SECONDS = 540;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * What a GitHub App proves itself with: a JWT, signed beside the event loop.
 * @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 * @throws when the private key is none
 */
export async function appToken({ app_id: iss, private_key: key }: GithubAppCredential): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iat: now - BACKDATED_SECONDS, exp: now + LIFETIME_SECONDS, iss };
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${(await signed('RSA-SHA256', Buffer.from(text), createPrivateKey(key))).toString('base64url')}`;
}
