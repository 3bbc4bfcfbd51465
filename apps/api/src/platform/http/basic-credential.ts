import { createHash, timingSafeEqual } from 'node:crypto';

export interface BasicCredential {
  login: string;
  password: string;
}

const MAX_HEADER = 4_096;

/** The login and password of an `Authorization` header (RFC 7617); `null` = it holds none. */
export function readBasicCredential(header: string | undefined): BasicCredential | null {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header?.slice(0, MAX_HEADER) ?? '')?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { login: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Whether both are the same. Takes the same time wherever they differ. */
export function isSameCredential(one: BasicCredential, other: BasicCredential): boolean {
  const [a, b] = [one, other].map(({ login, password }) =>
    createHash('sha256')
      .update(`${Buffer.byteLength(login)}:${login}${password}`)
      .digest(),
  );
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
