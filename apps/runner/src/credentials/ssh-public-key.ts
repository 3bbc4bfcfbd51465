import { own } from '@switchyard/contracts';
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { sshMpint, sshString } from './ssh-wire.js';

export type SshKeyType =
  | 'ssh-ed25519'
  | 'ssh-rsa'
  | 'ecdsa-sha2-nistp256'
  | 'ecdsa-sha2-nistp384'
  | 'ecdsa-sha2-nistp521';

const ECDSA_TYPES: Record<string, SshKeyType> = {
  'P-256': 'ecdsa-sha2-nistp256',
  'P-384': 'ecdsa-sha2-nistp384',
  'P-521': 'ecdsa-sha2-nistp521',
};

/** The name ssh gives to keys of this kind, or `null` when ssh cannot use it. */
export function sshKeyType(publicKey: KeyObject): SshKeyType | null {
  switch (publicKey.asymmetricKeyType) {
    case 'ed25519':
      return 'ssh-ed25519';
    case 'rsa':
      return 'ssh-rsa';
    case 'ec':
      return own(ECDSA_TYPES, publicKey.export({ format: 'jwk' }).crv ?? '') ?? null;
    default:
      return null;
  }
}

/** Public key on the wire: RFC 4253, section 6.6; RFC 5656, section 3.1; RFC 8709, section 4. */
export function publicKeyBlob(publicKey: KeyObject, type: SshKeyType): Buffer {
  const jwk = publicKey.export({ format: 'jwk' });
  return Buffer.concat([sshString(type), ...keyFields(jwk, type)]);
}

function keyFields(jwk: JsonWebKey, type: SshKeyType): Buffer[] {
  if (type === 'ssh-rsa') {
    return [sshMpint(bytes(jwk.e)), sshMpint(bytes(jwk.n))];
  }
  if (type === 'ssh-ed25519') {
    return [sshString(bytes(jwk.x))];
  }
  const uncompressedPoint = Buffer.concat([Buffer.from([4]), bytes(jwk.x), bytes(jwk.y)]);
  return [sshString(type.slice('ecdsa-sha2-'.length)), sshString(uncompressedPoint)];
}

const bytes = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'base64url');
