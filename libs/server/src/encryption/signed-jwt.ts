import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';

const signed = promisify(sign);

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * A JWT (RFC 7519) signed by RS256 (RFC 7518, section 3.3), beside the event loop.
 * @param key a private RSA key
 * @param header beside `alg` and `typ`
 */
export async function signedJwt(claims: object, key: KeyObject, header: { kid?: string } = {}): Promise<string> {
  const text = `${encoded({ alg: 'RS256', typ: 'JWT', ...header })}.${encoded(claims)}`;
  return `${text}.${(await signed('RSA-SHA256', Buffer.from(text), key)).toString('base64url')}`;
}
