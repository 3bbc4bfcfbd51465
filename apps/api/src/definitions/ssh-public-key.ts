import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { own } from '@switchyard/contracts';

/** First bytes of a private key in the form of OpenSSH (PROTOCOL.key). */
export const MAGIC = Buffer.from('openssh-key-v1\0');

/** The private key of a new Ed25519 pair, as PKCS #8. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * The public key of a private one as a line of `authorized_keys`. Nothing is decrypted, because the key itself states how
 * much work that would be: of encrypted keys only the form of OpenSSH has it in clear.
 * @returns `null` when it cannot be read
 */
export function publicKeyOf(privateKey: string): string | null {
  try {
    const blob = privateKey.includes('BEGIN OPENSSH') ? blobOfOpenSsh(privateKey) : blobOfPem(privateKey);
    return blob && `${stringAt(blob, 0).toString('latin1')} ${blob.toString('base64')}`;
  } catch {
    return null;
  }
}

/** As `ssh-keygen -l` prints it. @param publicKey a line of `authorized_keys` */
export function fingerprintOf(publicKey: string): string {
  const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** Behind the names of cipher and derivation, the options of the latter and the number of keys. */
function blobOfOpenSsh(text: string): Buffer | null {
  const bytes = Buffer.from(text.replace(/-----[^-]*-----/g, ''), 'base64');
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    return null;
  }
  let at = MAGIC.length;
  for (let skipped = 0; skipped < 3; skipped += 1) {
    at += 4 + bytes.readUInt32BE(at);
  }
  return stringAt(bytes, at + 4);
}

function blobOfPem(text: string): Buffer | null {
  if (text.includes('ENCRYPTED')) {
    return null;
  }
  const jwk = createPublicKey(text).export({ format: 'jwk' });
  const fields = fieldsOf(jwk);
  return fields && Buffer.concat(fields.map(sshString));
}

const CURVES: Record<string, string> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

/** RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4. */
function fieldsOf({ kty, crv = '', x, y, e, n }: JsonWebKey): Buffer[] | null {
  if (kty === 'RSA') {
    return [Buffer.from('ssh-rsa'), positive(decoded(e)), positive(decoded(n))];
  }
  if (crv === 'Ed25519') {
    return [Buffer.from('ssh-ed25519'), decoded(x)];
  }
  const curve = own(CURVES, crv);
  const point = Buffer.concat([Buffer.from([4]), decoded(x), decoded(y)]);
  return curve === undefined ? null : [Buffer.from(`ecdsa-sha2-${curve}`), Buffer.from(curve), point];
}

const decoded = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'base64url');

/** A number whose first bit is not its sign. */
const positive = (bytes: Buffer): Buffer =>
  (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;

function sshString(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** @throws when the bytes end before it does */
export function stringAt(bytes: Buffer, at: number): Buffer {
  const length = bytes.readUInt32BE(at);
  if (at + 4 + length > bytes.length) {
    throw new RangeError('cut off');
  }
  return bytes.subarray(at + 4, at + 4 + length);
}
