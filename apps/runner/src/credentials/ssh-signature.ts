import { sign } from 'node:crypto';
import type { SshKey } from './ssh-key.js';
import { sshMpint, sshString } from './ssh-wire.js';

/** Flags of a sign request (RFC 8332 names, draft-miller-ssh-agent section 4.5.1). */
const RSA_SHA2_256 = 2;
const RSA_SHA2_512 = 4;

const ECDSA_HASHES: Record<string, string> = {
  'ecdsa-sha2-nistp256': 'sha256',
  'ecdsa-sha2-nistp384': 'sha384',
  'ecdsa-sha2-nistp521': 'sha512',
};

/** Signature on the wire: algorithm name and signature, each as a string (RFC 4253, section 6.6). */
export function sshSignature(key: SshKey, data: Buffer, flags: number): Buffer {
  if (key.type === 'ssh-ed25519') {
    return signatureBlob(key.type, sign(null, data, key.privateKey));
  }
  if (key.type === 'ssh-rsa') {
    return rsaSignature(key, data, flags);
  }
  const raw = sign(ECDSA_HASHES[key.type], data, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  const half = raw.length / 2;
  return signatureBlob(key.type, Buffer.concat([sshMpint(raw.subarray(0, half)), sshMpint(raw.subarray(half))]));
}

function rsaSignature(key: SshKey, data: Buffer, flags: number): Buffer {
  if (flags & RSA_SHA2_512) {
    return signatureBlob('rsa-sha2-512', sign('sha512', data, key.privateKey));
  }
  if (flags & RSA_SHA2_256) {
    return signatureBlob('rsa-sha2-256', sign('sha256', data, key.privateKey));
  }
  return signatureBlob('ssh-rsa', sign('sha1', data, key.privateKey));
}

function signatureBlob(algorithm: string, signature: Buffer): Buffer {
  return Buffer.concat([sshString(algorithm), sshString(signature)]);
}
