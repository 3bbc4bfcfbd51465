/** Faults of a private key that are found without decrypting it. */
export const KEY_PROBLEMS = ['private_key_public', 'private_key_none', 'private_key_cut'] as const;
export type KeyProblem = (typeof KEY_PROBLEMS)[number];

/** First line of a public key: of OpenSSH, as PEM, and of RFC 4716. */
const PUBLIC_KEY = /^\s*(?:(?:ssh-|ecdsa-sha2-|sk-)\S+\s+AAAA|-+ ?BEGIN (?:SSH2 |RSA )?PUBLIC KEY)/;
/** The forms that `ssh` reads: of OpenSSH, and PEM (RFC 7468). */
const BEGIN = /^\s*-----BEGIN ((?:OPENSSH |RSA |EC |DSA |ENCRYPTED )?PRIVATE KEY)-----[ \t]*\r?\n/;
/** First bytes of a private key in the form of OpenSSH (PROTOCOL.key). */
const MAGIC = 'openssh-key-v1\0';
const SEQUENCE = 0x30;
/** Bytes that every block of a cipher of PEM has at least; what it encrypts has no lengths in clear. */
const CIPHER_BLOCK = 8;

/** Why a text is no private key that `ssh` can use; `null` = it has the form of one. */
export function privateKeyProblem(text: string): KeyProblem | null {
  if (PUBLIC_KEY.test(text)) {
    return 'private_key_public';
  }
  const [begin, label = ''] = BEGIN.exec(text) ?? [];
  if (begin === undefined) {
    return 'private_key_none';
  }
  const end = text.indexOf(`-----END ${label}-----`);
  if (end === -1) {
    return 'private_key_cut';
  }
  const lines = text.slice(begin.length, end).split('\n');
  const isEncrypted = lines.some((line) => line.includes(':'));
  const base64 = lines.filter((line) => !line.includes(':')).join('');
  const bytes = bytesOf(base64.replace(/\s/g, ''));
  const isWhole = bytes !== null && (isEncrypted ? bytes.length % CIPHER_BLOCK === 0 : isWholeKey(bytes, label));
  return isWhole ? null : 'private_key_cut';
}

function bytesOf(base64: string): number[] | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    return null;
  }
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const bytes: number[] = [];
  for (let at = 0; at < base64.length; at += 4) {
    const four = [...base64.slice(at, at + 4)].map((letter) => Math.max(0, letters.indexOf(letter)));
    const [a = 0, b = 0, c = 0, d = 0] = four;
    bytes.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d);
  }
  return bytes.slice(0, (base64.length / 4) * 3 - (base64.match(/=/g)?.length ?? 0));
}

/** Whether the bytes end where their lengths say. */
function isWholeKey(bytes: readonly number[], label: string): boolean {
  if (label === 'OPENSSH PRIVATE KEY') {
    return isWholeOpenSsh(bytes);
  }
  const [tag, first = 0, ...rest] = bytes;
  const count = first < 0x80 ? 0 : first & 0x7f;
  const length = count === 0 ? first : rest.slice(0, count).reduce((sum, byte) => sum * 256 + byte, 0);
  return tag === SEQUENCE && bytes.length === 2 + count + length;
}

/** Cipher, derivation and its options, one key, the public and the private part; each with its length before it. */
function isWholeOpenSsh(bytes: readonly number[]): boolean {
  if ([...MAGIC].some((letter, at) => bytes[at] !== letter.charCodeAt(0))) {
    return false;
  }
  const lengthAt = (at: number): number => bytes.slice(at, at + 4).reduce((sum, byte) => sum * 256 + byte, 0);
  let at = MAGIC.length;
  for (let part = 0; part < 3; part += 1) {
    at += 4 + lengthAt(at);
  }
  at += 4;
  at += 4 + lengthAt(at);
  // The tag of an authenticated cipher follows the private part.
  const end = at + 4 + lengthAt(at);
  return at + 4 < bytes.length && end <= bytes.length && bytes.length - end <= 16;
}
